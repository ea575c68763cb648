"""Reviews rendered for a reader: in their language, with the names at the table."""

from dataclasses import dataclass
from math import ceil

from katzentisch.games.core.i18n import Words
from katzentisch.lab.review.evaluate import Review
from katzentisch.lab.review.narrate import Recounting
from katzentisch.server.db.records import TableRecord
from katzentisch.server.db.reviews import Progress
from katzentisch.server.live.snapshots import SEAT_LETTERS
from katzentisch.server.web.context import RequestContext
from katzentisch.server.words import words_for


@dataclass(frozen=True)
class RenderedReview:
    """A rendered review, or its progress."""

    state: str  # none, working or ready
    html: str = ""


async def rendered_review(context: RequestContext, record: TableRecord) -> RenderedReview:
    """Render a table's review, or its progress."""
    services, language = context.services, context.guest.language
    reviews, renderer = services.reviews, services.renderer
    progress = await reviews.progress(record.id)
    if progress is None:
        return RenderedReview("none")
    review = await reviews.whole(record.id) if progress.over else None
    if review is None:
        _ = words_for(language)
        shown = {"progress": progress, "left": left(progress, _), "record": record}
        return RenderedReview("working", renderer.part("review_progress.html", _, **shown))
    recounting = recounted(record, review, language)
    shown = {"narrative": recounting, "review": review, "jump": True}
    return RenderedReview("ready", renderer.part("review_part.html", recounting.tell._, **shown))


async def rendered_decision(context: RequestContext, record: TableRecord, number: int) -> str:
    """Render the value of each move at a moment; empty if that is not known yet."""
    one = await context.services.reviews.decision(record.id, number)
    if one is None:
        return ""
    language = context.guest.language
    narrative = recounted(record, Review(record.game, [], [one], []), language)
    return context.services.renderer.part(
        "review_here.html", words_for(language), narrative=narrative, one=one
    )


def recounted(record: TableRecord, review: Review, language: str) -> Recounting:
    """A review with the names and seat letters of its table."""
    return Recounting(review, language, names_at(record), SEAT_LETTERS)


def names_at(record: TableRecord) -> list[str]:
    """Everybody's name, with the seat's letter where several have the same name."""
    names = [seat.name or "?" for seat in record.seats]
    return [
        name if names.count(name) == 1 else f"{name} ({letter})"
        for name, letter in zip(names, SEAT_LETTERS, strict=False)
    ]


def left(progress: Progress, _: Words) -> str:
    """The remaining time, roughly."""
    if progress.left is None:
        return _("It starts in a moment.")
    minutes = ceil(progress.left / 60)
    if minutes <= 1:
        return _("Less than a minute left")
    return _.ngettext("About {n} minute left", "About {n} minutes left", minutes)
