"""A promise about the shuffle: made when a game begins, checked when it is over."""

import hashlib
import hmac

from katzentisch.games.core.errors import Refused
from katzentisch.play.seeds import Seed, shortened


def commitment(seed: Seed, salt: str) -> str:
    """The SHA-256 of `SEED:SALT`, in hex: it binds whoever makes it, and reveals nothing."""
    return hashlib.sha256(f"{seed}:{salt}".encode(errors="surrogatepass")).hexdigest()


def check_commitment(given: object, seed: Seed) -> None:
    """Refuse a transcript whose seed is not the one that was promised."""
    if not isinstance(given, dict) or sorted(given) != ["salt", "sha256"]:
        raise Refused("A commitment must be an object with the keys sha256 and salt.")
    salt, promised = given["salt"], given["sha256"]
    if not isinstance(salt, str) or not isinstance(promised, str):
        raise Refused("A commitment's sha256 and salt must be strings.")
    if not hmac.compare_digest(commitment(seed, salt).encode(), promised.encode(errors="replace")):
        raise Refused(
            "The commitment {promised} does not match this seed and salt.",
            promised=shortened(promised),
        )
