"""Write the reconstructed cards of Cat Box, the same ones every time.

    python scripts/make_cat_box_cards.py > src/katzentisch/games/cat_box/cards.json

The rule book's pictures are lost. These 48 cards keep to what the rules page says of
them, and besides no face stands on two cards or on both sides of one, so that whoever
sees one side of a card knows which card it is.
"""

import json
import random
from collections.abc import Iterable

COLOURS = ("black", "pink", "purple", "blue", "yellow")
EMPTY = "empty"
CORNERS = 4
EACH = 8  # times that each content stands in each corner
FULL, ROOMY = 16, 32  # cards with four kittens, and with three and an empty box
SEED = 4

Face = tuple[str, ...]


def corner(rng: random.Random, number: int) -> list[str]:
    """What stands in one corner of all cards: its empty boxes, and the kittens shuffled."""
    kittens = [colour for colour in COLOURS for _ in range(EACH)]
    rng.shuffle(kittens)
    boxes = range(FULL + EACH * number, FULL + EACH * (number + 1))
    return [EMPTY if card in boxes else kittens.pop() for card in range(FULL + ROOMY)]


def mirrored(front: Face) -> Face:
    """The back: the same contents, left and right exchanged."""
    upper_left, upper_right, lower_left, lower_right = front
    return upper_right, upper_left, lower_right, lower_left


def are_good(fronts: Iterable[Face]) -> bool:
    """No card has a single colour, and all faces of all cards differ."""
    faces = [face for front in fronts for face in (front, mirrored(front))]
    return all(len(set(face)) > 1 for face in faces) and len(set(faces)) == len(faces)


def shuffled(rng: random.Random) -> list[Face]:
    """Fronts put together from four shuffled corners."""
    return list(zip(*(corner(rng, number) for number in range(CORNERS)), strict=True))


def make_fronts() -> list[Face]:
    """Shuffle until the cards are good; full ones first, each kind in the order of contents."""
    rng = random.Random(SEED)
    fronts = shuffled(rng)
    while not are_good(fronts):
        fronts = shuffled(rng)
    order = [*COLOURS, EMPTY]
    return sorted(fronts, key=lambda front: (EMPTY in front, [order.index(c) for c in front]))


def written(fronts: list[Face]) -> str:
    """The cards as JSON, a card a line."""
    lines = [f"    {json.dumps([front, mirrored(front)])}" for front in fronts]
    return '{\n  "cards": [\n' + ",\n".join(lines) + "\n  ]\n}"


if __name__ == "__main__":
    print(written(make_fronts()))
