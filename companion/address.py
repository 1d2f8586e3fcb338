"""The addresses under which phones reach this computer."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache

_ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - what one types to listen everywhere
# Addresses that lead to no computer on the internet: those of a home network, of one without a router, of a tunnel.
_LOCAL = [
    ipaddress.ip_network(block)
    for block in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10")
]  # fmt: skip


def lan_address() -> str:
    """This computer's address on the network of its default route, or 127.0.0.1 without a network.

    Asking the routing table skips the addresses of containers and virtual machines. Nothing is sent:
    connecting a datagram socket only chooses a route.
    """
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
    if host in _ANYWHERE:
        host = lan_address()
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
    return any(found in block for block in _LOCAL) or (str(found) == lan_address() and not found.is_loopback)


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower().removesuffix(".local")
    return frozenset({name, f"{name}.local"} - {"localhost", "localhost.local", ""})
