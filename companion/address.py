"""The address under which phones reach this computer."""

from __future__ import annotations

import ipaddress
import socket


def lan_address() -> str:
    """This computer's address on the network of its default route, or 127.0.0.1 without a network.

    Asking the routing table skips the addresses of containers and virtual machines. Nothing is sent:
    connecting a datagram socket only chooses a route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # set aside for documentation, never assigned
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address


def url(host: str, port: int) -> str:
    """The http address of a listening host; an open one ("" or 0.0.0.0) becomes the LAN address."""
    try:
        parsed = ipaddress.ip_address(host) if host else ipaddress.ip_address("0.0.0.0")  # noqa: S104
    except ValueError:
        return f"http://{host}:{port}"
    if parsed.is_unspecified:
        return f"http://{lan_address()}:{port}"
    return f"http://[{host}]:{port}" if parsed.version == 6 else f"http://{host}:{port}"
