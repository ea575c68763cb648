"""Worker processes are replaced when they are killed, and end with the server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from katzentisch.server.errors import WorkersUnavailable
from katzentisch.server.jobs.pool import TRIES, Workers

from pool_questions import answer, die

PROGRAM = """
import asyncio, os
from katzentisch.server.jobs.pool import Workers

async def main():
    print(await Workers(1).run(os.getpid), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""
PATIENCE = 30.0  # seconds


def started(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a program with one worker; return the program and the worker's process ID."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    process = subprocess.Popen([sys.executable, str(program)], text=True, stdout=subprocess.PIPE)
    assert process.stdout is not None
    return process, int(process.stdout.readline())


def is_there(pid: int) -> bool:
    """Is this process running?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_no_worker_outlives_a_killed_server(tmp_path):
    process, worker = started(tmp_path)
    assert is_there(worker)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    until = time.monotonic() + PATIENCE
    while is_there(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_there(worker)


class Counted(Workers):
    """Workers that count their pools."""

    pools = 0

    def _new_pool(self) -> ProcessPoolExecutor:
        self.pools += 1
        return super()._new_pool()


@pytest.fixture
def workers() -> Iterator[Counted]:
    counted = Counted(2)
    yield counted
    counted.close(at_once=True)


def children() -> list[int]:
    """Our processes that run."""
    mine = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    return [pid for pid in map(int, mine.read_text().split()) if is_there(pid)]


async def test_when_a_worker_is_killed_one_pool_answers_all_the_questions(workers):
    _number, victim = await workers.run(answer, 0)
    before = set(children()) - {victim}
    asked = [asyncio.create_task(workers.run(answer, number)) for number in range(40)]
    await asyncio.sleep(0.1)
    os.kill(victim, signal.SIGKILL)
    answers = await asyncio.gather(*asked)
    assert [number for number, _pid in answers] == list(range(40))
    assert workers.pools == 2, "the first, and one that replaced it"
    assert len({pid for _number, pid in answers}) <= 4
    started = set(children()) - before - {pid for _number, pid in answers}
    assert len(started) <= 1, "multiprocessing's own resource tracker"


async def test_a_question_that_kills_its_workers_is_given_up_and_the_others_are_answered(workers):
    deadly = asyncio.create_task(workers.run(die))
    answers = await asyncio.gather(*(workers.run(answer, number) for number in range(10)))
    with pytest.raises(WorkersUnavailable):
        await deadly
    assert [number for number, _pid in answers] == list(range(10))
    assert workers.pools <= TRIES + 1


async def test_the_kernel_kills_a_worker_before_it_kills_the_server(workers):
    score = await workers.run(Path.read_text, Path("/proc/self/oom_score_adj"))
    assert int(score) > int(Path("/proc/self/oom_score_adj").read_text())
