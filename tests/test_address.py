"""Which of a computer's addresses phones are sent to, and which are named beside it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest
from ifaddr import IP, Adapter

from companion import address
from companion.serve import hints
from companion.settings import load

LOOPBACK, WIFI, VPN, DOCKER = (
    ("lo", "127.0.0.1"),
    ("wlan0", "192.168.1.4"),
    ("tun0", "10.8.0.2"),
    ("docker0", "172.17.0.1"),
)
CABLE, ALONE, SERVER = ("eth0", "192.168.1.9"), ("eth1", "169.254.3.4"), ("ens3", "203.0.113.5")


def computer(monkeypatch: pytest.MonkeyPatch, routed: str, *interfaces: tuple[str, str]) -> None:
    """A computer with these interfaces, whose way to the internet is by one of these addresses."""
    adapters = [Adapter(name, name, [IP(ip, 24, name), IP(("fe80::1", 0, 2), 64, name)]) for name, ip in interfaces]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    monkeypatch.setattr(address, "_routed", lambda: routed)


@pytest.mark.parametrize(
    ("routed", "interfaces", "order"),
    [
        ("192.168.1.4", [LOOPBACK, DOCKER, WIFI], [WIFI, DOCKER]),
        ("10.8.0.2", [LOOPBACK, VPN, WIFI], [WIFI, VPN]),  # everything goes through the VPN, in which no phone is
        ("192.168.1.4", [LOOPBACK, ALONE, CABLE, WIFI], [WIFI, CABLE, ALONE]),
        ("203.0.113.5", [LOOPBACK, CABLE, SERVER], [SERVER, CABLE]),
        ("2001:db8::5", [LOOPBACK], [("", "2001:db8::5")]),
        ("127.0.0.1", [LOOPBACK], [("", "127.0.0.1")]),
        ("127.0.0.1", [LOOPBACK, WIFI], [WIFI]),
    ],
    ids=["containers", "VPN", "two networks", "a server", "IPv6 alone", "no network", "a hotspot of its own"],
)
def test_phones_are_sent_where_they_most_likely_are(
    monkeypatch: pytest.MonkeyPatch, routed: str, interfaces: list[tuple[str, str]], order: list[tuple[str, str]]
) -> None:
    computer(monkeypatch, routed, *interfaces)
    assert [(one.interface, one.address) for one in address.own_addresses()] == order
    assert address.lan_address() == order[0][1]


def test_a_system_that_tells_nobody_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PermissionError

    monkeypatch.setattr("ifaddr.get_adapters", refuse)
    monkeypatch.setattr(address, "_routed", lambda: "192.168.1.4")
    assert address.lan_address() == "192.168.1.4"


def test_other_addresses_are_named_where_they_lead_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    computer(monkeypatch, "192.168.1.4", WIFI, VPN)
    settings, other = load({}, data=tmp_path), "  http://10.8.0.2:8000/j/x (tun0)"
    assert other in hints(Namespace(host="", port=8000), settings, "/j/x")
    assert other not in hints(Namespace(host="192.168.1.4", port=8000), settings, "/j/x")
    public = load({"COMPANION_PUBLIC_URL": "https://beans.example"}, data=tmp_path)
    assert other not in hints(Namespace(host="", port=8000), public, "/j/x")


def test_where_nothing_lasts_but_the_database_it_asks_for_a_key(tmp_path: Path) -> None:
    bare = {"DATABASE_URL": "postgresql://h/d"}
    asked = [
        line for line in hints(Namespace(host="", port=8000), load(bare, data=tmp_path), "") if "SECRET_KEY" in line
    ]
    assert len(asked) == 1
    keyed = load(bare | {"SECRET_KEY": "x" * 40}, data=tmp_path / "nowhere")
    assert not [
        line for line in hints(Namespace(host="", port=8000), keyed, "") if "SECRET_KEY" in line or "folder" in line
    ]
    assert not (tmp_path / "nowhere").exists()
