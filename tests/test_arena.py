"""Tournaments: paired deals, and the same result however they are played."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from katzentisch.lab.arena.cluster import on_cluster
from katzentisch.lab.arena.standings import standings
from katzentisch.lab.arena.tournament import Deal, GameResult, on_this_machine, tournament
from katzentisch.lab.intervals import interval
from katzentisch.lab.processes import pool_of
from katzentisch.lab.study.plan import Compared, plan_study
from katzentisch.lab.study.runner import Store, play_study

from command_line import katzentisch

GAME = "cat-in-the-box"


def played(bots: list[str], games: int, players: int = 3, game: str = GAME):
    return tournament(game, {"players": players}, bots, games, 7)


def bot(result: dict, name: str) -> dict:
    return next(one for one in result["bots"] if one["name"] == name)


def test_every_deal_is_played_in_every_arrangement_of_seats():
    asked = played(["greedy", "random"], games=5)
    deals = list(on_this_machine(asked, cores=1))
    assert [deal.number for deal in deals] == [0, 1]
    for deal in deals:
        assert sorted(table.seats for table in deal.tables) == [
            ("greedy", "random", "random"),
            ("random", "greedy", "random"),
            ("random", "random", "greedy"),
        ]


def test_the_same_seed_gives_the_same_result_however_many_cores_play():
    asked = played(["greedy", "random", "easy"], games=24)
    alone = standings(asked, list(on_this_machine(asked, cores=1)))
    together = standings(asked, list(on_this_machine(asked, cores=2)))
    assert alone == together


def test_shares_add_up_and_leads_cancel_out():
    asked = played(["greedy", "random"], games=60)
    result = standings(asked, list(on_this_machine(asked, cores=1)))
    greedy, other = bot(result, "greedy"), bot(result, "random")
    assert greedy["win_share"] + 2 * other["win_share"] == pytest.approx(1)
    assert greedy["lead"] + 2 * other["lead"] == pytest.approx(0)
    assert greedy["win_share_low"] > 1 / 3 > other["win_share_high"]
    assert greedy["lead_low"] > 0
    assert greedy["rating"] > other["rating"]
    assert greedy["lead_a_round"] == pytest.approx(greedy["lead"] / 3)
    assert greedy["figures"]["paradoxes per round"] < other["figures"]["paradoxes per round"]
    assert (greedy["games"], other["games"], result["games"]) == (60, 60, 60)


def test_a_lower_score_leads_where_low_scores_win():
    asked = tournament("ed-the-cat", {"players": 2, "limit": 30}, ["greedy", "random"], 20, 1)
    greedy = bot(standings(asked, list(on_this_machine(asked, cores=1))), "greedy")
    assert greedy["lead"] > 0
    assert greedy["mean_score"] < 30


def test_a_shared_win_counts_as_a_fraction_and_intervals_are_over_deals():
    asked = played(["greedy", "random"], games=1, players=2)
    figures = ((1,) * 5,) * 2
    deals = [
        Deal(number, (GameResult(("greedy", "random"), scores, wins, figures),))
        for number, scores, wins in [(1, (4, 2), (1.0, 0.0)), (0, (3, 3), (0.5, 0.5))]
    ]
    greedy = bot(standings(asked, deals), "greedy")
    assert (greedy["win_share"], greedy["mean_score"], greedy["lead"]) == (0.75, 3.5, 1.0)
    # Two values, one degree of freedom: 12.706 standard errors.
    assert greedy["lead_high"] == pytest.approx(1 + 12.706 * 1.0, rel=1e-4)
    assert interval([5.0]).low is None


def run(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "katzentisch", "arena", GAME, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_prints_json():
    done = run("--players", "3", "--bots", "greedy,random", "--games", "4", "--seed", "3", "--json")
    result = json.loads(done.stdout)
    assert (result["game"], result["players"], result["games"]) == (GAME, 3, 6)
    wanted = {"name", "games", "win_share", "win_share_low", "win_share_high"}
    wanted |= {"mean_score", "lead", "lead_low", "lead_high", "rating"}
    for one in result["bots"]:
        assert wanted <= set(one)


@pytest.mark.parametrize(
    ("slug", "better"), [("ed-the-cat", True), ("cat-in-the-box", False)], ids=["ed", "boxes"]
)
def test_the_table_states_the_fair_share_and_whether_low_scores_win(slug, better):
    done = katzentisch(
        *["arena", slug, "--players", "3", "--bots", "greedy,random"],
        *["--games", "3", "--cores", "1", "--seed", "1"],
    )
    assert done.returncode == 0, done.stderr
    output = " ".join(done.stdout.split())
    assert "A fair share is 33.3%." in output
    assert ("low scores win" in output) == better


def test_ctrl_c_prints_the_result_so_far():
    command = [sys.executable, "-m", "katzentisch", "arena", GAME, "--bots", "greedy,random"]
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*command, "--games", "10000000", "--json", "--cores", "2"],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        start_new_session=True,
        # Tests that run in the background ignore Ctrl-C, and this child would inherit that.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as running:
        os.close(follower)
        shown = ""
        while not re.search(r" [1-9]\d*/1000", shown):  # the progress bar, after the first games
            shown += os.read(leader, 10_000).decode(errors="replace")
        os.killpg(running.pid, signal.SIGINT)
        output: list[str] = []
        reading = threading.Thread(target=drain, args=(leader, output), daemon=True)
        reading.start()
        out, _ = running.communicate()
        reading.join(timeout=30)
    assert "Traceback" not in shown
    assert re.search(r"Stopped; games played: [\d,]+ of 10,000,000\.", "".join(output))
    assert running.returncode == 130
    assert json.loads(out)["games"] > 0


def test_workers_started_from_another_thread_ignore_ctrl_c():
    with ThreadPoolExecutor(1) as other, other.submit(pool_of, 1).result() as pool:
        at_work = pool.apply(os.getpid)
        asleep = pool.apply_async(time.sleep, (1,))
        os.kill(at_work, signal.SIGINT)
        asleep.get(timeout=60)
        assert pool.apply(os.getpid) == at_work


def drain(terminal: int, output: list[str]) -> None:
    """Read the output until the other end is closed."""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 10_000):
            output.append(part.decode(errors="replace"))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_results_and_loses_none_when_a_node_fails(tmp_path):
    import ray
    from ray.cluster_utils import Cluster

    asked = played(["greedy", "random"], games=150)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        doomed = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        deals = []
        for deal in on_cluster(asked, cluster.address):
            deals.append(deal)
            if len(deals) == 10:
                cluster.remove_node(doomed, allow_graceful=False)
        study = plan_study(GAME, {}, Compared([3]), ["random"], 20, 1)
        together = Store(tmp_path / "together", study)
        assert sum(play_study(study, together, cluster=cluster.address)) == 20
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert sorted(deal.number for deal in deals) == list(range(asked.deals))
    assert standings(asked, deals) == standings(asked, list(on_this_machine(asked, cores=1)))
    alone = Store(tmp_path / "alone", study)
    assert sum(play_study(study, alone, cores=1)) == 20
    for part in study.parts():
        one, other = alone.read(part), together.read(part)
        assert one.keys() == other.keys()
        assert all((one[name] == other[name]).all() for name in one)
