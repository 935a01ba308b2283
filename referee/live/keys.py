"""The secret links of a session: who has the scribe's writes, who has the spectators' reads."""

from __future__ import annotations

import hmac
import secrets

from msgspec import Struct

SCRIBE, SPECTATOR = "scribe", "spectator"


class Keys(Struct, frozen=True):
    """The two secrets of a session; they are not stored and end with it."""

    scribe: str
    spectator: str

    def __repr__(self) -> str:
        return "<Keys>"  # a secret in a message would end in a log

    def role(self, key: str) -> str:
        """The role that a key gives, "" for none; takes as long for any wrong key."""
        offered = key.encode(errors="replace")
        found = [name for name in (SCRIBE, SPECTATOR) if hmac.compare_digest(getattr(self, name).encode(), offered)]
        return found[0] if found else ""

    def of(self, role: str) -> str:
        """The key that gives a role."""
        return self.scribe if role == SCRIBE else self.spectator


def new() -> Keys:
    """Keys that nobody can guess: 96 bits, short enough for a small QR code."""
    return Keys(secrets.token_urlsafe(12), secrets.token_urlsafe(12))
