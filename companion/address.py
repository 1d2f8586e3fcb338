"""The addresses under which phones reach this computer."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from functools import cache

import ifaddr

_ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - what one types to listen everywhere
# Interfaces of tunnels, containers and virtual machines, by the names systems give them.
_VIRTUAL = re.compile(
    r"tun|tap|utun|wg|ppp|ipsec|zt|tailscale|nordlynx|docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|lxc|lxd|cni|podman"
)
# Addresses that lead to no computer on the internet: those of a home network, of one without a router, of a tunnel.
_LOCAL = [
    ipaddress.ip_network(block)
    for block in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10")
]  # fmt: skip


@dataclass(frozen=True)
class OwnAddress:
    """An address of this computer, and the network interface that has it ("" when that is not known)."""

    address: str
    interface: str = ""

    def url(self, port: int) -> str:
        """The http address of a server that listens there."""
        return _url(self.address, port)


def own_addresses() -> list[OwnAddress]:
    """Where phones may find this computer, the likeliest one first; 127.0.0.1 alone without a network.

    Likeliest is the network of the default route, unless that leads through a tunnel, as with a VPN: no phone is in
    there, and none in the networks of containers and virtual machines. IPv6 counts where there is nothing else.
    """
    routed = _routed()
    try:
        found = [
            OwnAddress(str(ip.ip), adapter.nice_name)
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
            if ip.is_IPv4
        ]
    except OSError:  # systems that tell nobody, as Android does
        found = []
    found = [one for one in found if not ipaddress.ip_address(one.address).is_loopback]
    if not found or (routed not in [one.address for one in found] and _is_for_phones(routed)):
        found.append(OwnAddress(routed))

    def unlikely(one: OwnAddress) -> tuple[bool, bool, bool, bool]:
        address = ipaddress.ip_address(one.address)
        virtual = _VIRTUAL.match(one.interface) is not None
        return address.is_loopback or address.is_link_local, virtual, one.address != routed, not address.is_private

    return sorted(found, key=unlikely)


def _is_for_phones(address: str) -> bool:
    """Whether an address beside others is one that phones can use: IPv4, and not of this computer alone."""
    return ":" not in address and not ipaddress.ip_address(address).is_loopback


def lan_address() -> str:
    """The address at which phones most likely find this computer, or 127.0.0.1 without a network."""
    return own_addresses()[0].address


def _routed() -> str:
    """This computer's address on the network of its default route. Nothing is sent: connecting a datagram socket only
    chooses a route."""
    # Both are set aside for documentation, never assigned.
    for family, nowhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((nowhere, 9))
                address: str = probe.getsockname()[0]
        except OSError:
            continue
        return address
    return "127.0.0.1"


def url(host: str, port: int) -> str:
    """The http address of a listening host; an open one ("", 0.0.0.0 or ::) becomes the address on the network."""
    return _url(lan_address() if is_everywhere(host) else host, port)


def is_everywhere(host: str) -> bool:
    """Whether a listening host means all addresses of this computer."""
    return host in _ANYWHERE


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_here_alone(host: str) -> bool:
    """Whether a listening host can be reached from this computer only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_on_network(host: str) -> bool:
    """Whether a host in a browser's address names a computer of the local network: this one by its name, or one by an
    address that only a local network has."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host.lower() in _own_names()
    if any(found in block for block in _LOCAL):
        return True
    return not found.is_loopback and str(found) in [one.address for one in own_addresses()]


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower().removesuffix(".local")
    return frozenset({name, f"{name}.local"} - {"localhost", "localhost.local", ""})
