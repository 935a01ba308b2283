"""Links that let others in, and the codes that phones read."""

from __future__ import annotations

import io
import ipaddress
import socket

import segno


def link(address: str, port: int, key: str) -> str:
    """The secret link at an address."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}:{port}/s/{key}"


def picture(link: str) -> str:
    """The link as a QR code, an image that a page can hold."""
    return segno.make(link, error="l", micro=False).svg_data_uri(scale=6, border=3, light="#fff")


def in_letters(link: str) -> str:
    """The link as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=out, compact=True)
    return out.getvalue()


def addresses(lan: bool) -> list[str]:
    """Where this machine can be reached: from itself, or first of all from its network."""
    return [*([found] if lan and (found := _in_network()) else []), "127.0.0.1"]


def _in_network() -> str:
    """The address that others in the network see; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback
