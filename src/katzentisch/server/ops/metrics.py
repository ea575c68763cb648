"""Metrics for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

MOVES = Counter("katzentisch_moves", "Moves made.", ["game", "by"], registry=REGISTRY)
REFUSALS = Counter("katzentisch_refusals", "Refused requests.", ["status"], registry=REGISTRY)
REQUESTS = Histogram(
    "katzentisch_request_seconds",
    "Duration of requests.",
    ["route", "status"],
    registry=REGISTRY,
    buckets=QUICK,
)
ANSWERS = Histogram(
    "katzentisch_message_seconds",
    "Duration of messages over connections.",
    ["message"],
    registry=REGISTRY,
    buckets=QUICK,
)
THOUGHTS = Histogram(
    "katzentisch_thought_seconds",
    "Time bots take for a move, including waiting.",
    ["level"],
    registry=REGISTRY,
    buckets=QUICK,
)
JUDGMENTS = Counter("katzentisch_judgments", "Decisions reviewed.", ["game"], registry=REGISTRY)
SOCKETS = Gauge("katzentisch_lines", "Open connections to tables.", registry=REGISTRY)
ROOMS = Gauge("katzentisch_tables", "Tables open in this process.", registry=REGISTRY)
LAG = Gauge(
    "katzentisch_lag_seconds",
    "The longest delay of the event loop since the last scrape.",
    registry=REGISTRY,
)


def note_lag(seconds: float) -> None:
    """Note a delay of the event loop."""
    if seconds > LAG._value.get():
        LAG.set(seconds)


def moves_made() -> float:
    """The number of moves made by this process."""
    samples = (sample for metric in MOVES.collect() for sample in metric.samples)
    return sum(sample.value for sample in samples if sample.name.endswith("_total"))


def exposition() -> bytes:
    """All metrics, in Prometheus' text format."""
    text = generate_latest(REGISTRY)
    LAG.set(0)
    return text
