"""Settings from the environment: a bad value is refused before the server starts."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("pace", ["abc", "-1", "inf", "nan"])
def test_a_bad_pace_stops_the_server_with_one_sentence(tmp_path, pace):
    serve = [sys.executable, "-m", "katzentisch", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "KATZENTISCH_PACE": pace}
    done = subprocess.run(serve, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"katzentisch: KATZENTISCH_PACE cannot be '{pace}': ")
