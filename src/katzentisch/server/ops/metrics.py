"""Figures for Prometheus: what happens, how long it takes, what waits."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

MOVES = Counter("katzentisch_moves", "Moves made.", ["game", "by"], registry=REGISTRY)
REFUSALS = Counter("katzentisch_refusals", "What was refused.", ["status"], registry=REGISTRY)
REQUESTS = Histogram(
    "katzentisch_request_seconds",
    "How long requests take.",
    ["route", "status"],
    registry=REGISTRY,
    buckets=QUICK,
)
ANSWERS = Histogram(
    "katzentisch_message_seconds",
    "How long messages over open lines take.",
    ["message"],
    registry=REGISTRY,
    buckets=QUICK,
)
THOUGHTS = Histogram(
    "katzentisch_thought_seconds",
    "How long bots think, waiting included.",
    ["level"],
    registry=REGISTRY,
    buckets=QUICK,
)
JUDGMENTS = Counter("katzentisch_judgments", "Decisions reviewed.", ["game"], registry=REGISTRY)
SOCKETS = Gauge("katzentisch_lines", "Open lines to tables.", registry=REGISTRY)
ROOMS = Gauge("katzentisch_tables", "Tables that this process follows.", registry=REGISTRY)
LAG = Gauge(
    "katzentisch_lag_seconds",
    "The longest that the event loop was held up since this was asked last.",
    registry=REGISTRY,
)


def note_lag(seconds: float) -> None:
    """The event loop was held up for so long."""
    if seconds > LAG._value.get():
        LAG.set(seconds)


def moves_made() -> float:
    """How many moves this process has made so far."""
    samples = (sample for metric in MOVES.collect() for sample in metric.samples)
    return sum(sample.value for sample in samples if sample.name.endswith("_total"))


def written() -> bytes:
    """All figures, as Prometheus reads them."""
    told = generate_latest(REGISTRY)
    LAG.set(0)
    return told
