"""Write the reconstructed cards of Cat Box, the same ones every time.

    python scripts/make_cat_box_cards.py > src/katzentisch/games/cat_box/rules/cards.json

The rule book's pictures are lost. These 48 cards match what the rules page says about
them. In addition, no face is on two cards or on both sides of one, so one side is enough
to identify a card.
"""

import json
import random
from collections.abc import Iterable

COLOURS = ("black", "pink", "purple", "blue", "yellow")
EMPTY = "empty"
CORNERS = 4
EACH = 8  # how often each colour, and an empty box, appears in each corner
FULL, ROOMY = 16, 32  # cards with four kittens, and with three and an empty box
SEED = 4

Face = tuple[str, ...]


def corner(rng: random.Random, number: int) -> list[str]:
    """The contents of one corner on all cards: its empty boxes, and shuffled kittens."""
    kittens = [colour for colour in COLOURS for _ in range(EACH)]
    rng.shuffle(kittens)
    boxes = range(FULL + EACH * number, FULL + EACH * (number + 1))
    return [EMPTY if card in boxes else kittens.pop() for card in range(FULL + ROOMY)]


def mirrored(front: Face) -> Face:
    """The back: the same contents, with left and right swapped."""
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
    """Shuffle until the cards are good, then sort them: full ones first, and by contents."""
    rng = random.Random(SEED)
    fronts = shuffled(rng)
    while not are_good(fronts):
        fronts = shuffled(rng)
    order = [*COLOURS, EMPTY]
    return sorted(fronts, key=lambda front: (EMPTY in front, [order.index(c) for c in front]))


def written(fronts: list[Face]) -> str:
    """The cards as JSON, one per line."""
    lines = [f"    {json.dumps([front, mirrored(front)])}" for front in fronts]
    return '{\n  "cards": [\n' + ",\n".join(lines) + "\n  ]\n}"


if __name__ == "__main__":
    print(written(make_fronts()))
