"""`bench --peers`: what is compared with what."""

from katzentisch.lab.arena import peers
from katzentisch.lab.arena.bench import Contestant


def row(who: str, how: str, speed: int) -> dict[str, object]:
    return {"who": who, "game": f"{who} game", "how": how, "moves_per_second": speed}


def test_environments_are_compared_with_peers_of_the_same_kind_and_size():
    rows = [
        row("katzentisch", "AEC", 100),
        row("katzentisch", "Batch, 256 tables, 1 core", 400),
        row("katzentisch", "Batch rolled, 256 tables, 2 cores", 600),
        row("PettingZoo", "AEC", 20),
        row("Pgx", "JAX loop, 256 tables, all cores", 200),
        row("Pgx", "JAX loop, 4096 tables, all cores", 900),
    ]
    assert [(one["how"], one["beside"], one["ratio"]) for one in peers.ratios(rows)] == [
        ("AEC", "PettingZoo PettingZoo game", 5.0),
        ("Batch rolled, 256 tables, 2 cores", "Pgx Pgx game", 3.0),
    ]


def test_our_games_are_measured_in_every_way_and_failing_entries_drop_out(capsys):
    entries = [one for one in peers.our_entries("ed-the-cat") if "16384" not in one.how]
    entries.append(peers.Entry("peer", "broken", "loop", Contestant(lambda *_: 1 / 0)))
    for _ in peers.measured(entries, 1):
        pass
    result = peers.figures(entries)
    assert all(one["moves_per_second"] > 0 for one in result)
    assert {"Match", "AEC", "Batch, 256 tables, 1 core"} <= {one["how"] for one in result}
    assert "broken" in capsys.readouterr().err
    assert "broken" not in {one["game"] for one in result}
