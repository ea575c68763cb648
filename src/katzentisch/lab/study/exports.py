"""The figures of a report as Parquet and CSV files beside it, for other programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from katzentisch.lab.estimates import estimate
from katzentisch.lab.study.report import Report

Row = dict[str, Any]


def write_all(report: Report, folder: Path) -> None:
    """Write three tables, each in both formats."""
    import polars

    tables = {
        "figures": figures(report),
        "differences": difference_rows(report),
        "batches": batches(report),
    }
    for name, rows in tables.items():
        table = polars.DataFrame(list(rows), infer_schema_length=None)
        table.write_parquet(folder / f"{name}.parquet")
        table.write_csv(folder / f"{name}.csv")


def figures(report: Report) -> Iterator[Row]:
    """Every figure of the report, with its interval and the number of games."""
    for section in report.sections:
        for variant, questions in zip(section.variants, section.questions, strict=True):
            for question in questions:
                for column, found in question.columns.items():
                    for row, figure in zip(question.rows, found, strict=True):
                        one = estimate(figure)
                        yield {
                            "players": section.players,
                            "variant": report.variant_name(variant),
                            "question": question.name,
                            "row": row,
                            "column": column,
                            "value": one.value if one.known else None,
                            "low": one.interval.low,
                            "high": one.interval.high,
                            "games": report.games(variant),
                        }


def difference_rows(report: Report) -> Iterator[Row]:
    """Every difference from the first variant, and whether it is real."""
    for section in report.sections:
        for one in section.differences:
            yield {
                "players": section.players,
                "first": report.variant_name(section.variants[0]),
                "variant": report.variant_name(one.variant),
                "question": one.question,
                "row": one.row,
                "column": one.column,
                "difference": one.by.value,
                "low": one.by.interval.low,
                "high": one.by.interval.high,
                "chance": one.chance,
                "real": report.is_real(one),
                "games": report.games(one.variant),
            }


def batches(report: Report) -> Iterator[Row]:
    """The notes, batch by batch: the sums from which all figures are computed."""
    for number, variant in enumerate(report.study.variants):
        noted = {name: sums.reshape(len(sums), -1) for name, sums in report.noted[number].items()}
        for batch in range(variant.batches):
            row: Row = {
                "players": variant.options.players,
                "variant": report.variant_name(number),
                "batch": batch,
                "first_seed": variant.played.seed + variant.deals_of(batch).start,
            }
            for name, sums in noted.items():
                numbers = sums[batch].tolist()
                several = len(numbers) > 1
                row |= {f"{name}_{n}" if several else name: x for n, x in enumerate(numbers)}
            yield row
