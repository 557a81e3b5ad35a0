"""Charts: how far each figure is along the way to its limit, and how costs grow; drawn by hand, in a few lines."""

from __future__ import annotations

from html import escape
from math import log10
from typing import Any

from report import Bar

_ROW, _LABEL, _SCALE, _MOST = 18, 430, 160, 2.5
_WIDTH, _HEIGHT, _MARGIN = 640, 300, 46
_COLOURS = ("#2f5d8a", "#b3412e", "#2f7d4f", "#8a6d2f", "#6a4c93")


def chart(bars: list[Bar]) -> str:
    """Return an SVG with one line per bar: up to the dashed line is the aim, up to the solid one good enough."""
    height = _ROW * len(bars) + 40
    width = _LABEL + int(_SCALE * _MOST) + 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        "<title>Every figure against its bar</title>",
        '<g font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *(_row(place, bar) for place, bar in enumerate(bars)),
        _line(0.5, height, ' stroke-dasharray="3 3"', "aim"),
        _line(1.0, height, "", "bar"),
        "</g></svg>\n",
    ]
    return "\n".join(parts)


def _row(place: int, bar: Bar) -> str:
    top = 24 + place * _ROW
    length = int(min(bar.share, _MOST) * _SCALE)
    colour = "#2f7d4f" if bar.holds else "#b3412e"
    end = _LABEL + length + 6
    return (
        f'<text x="{_LABEL - 8}" y="{top + 10}" text-anchor="end" fill="#222222">{escape(bar.name)}</text>'
        f'<rect x="{_LABEL}" y="{top}" width="{max(1, length)}" height="12" fill="{colour}"/>'
        f'<text x="{end}" y="{top + 10}" fill="#222222">{bar.value:,.2f}</text>'
    )


def _line(share: float, height: int, dashes: str, word: str) -> str:
    x = _LABEL + int(share * _SCALE)
    return (
        f'<line x1="{x}" y1="18" x2="{x}" y2="{height - 12}" stroke="#555555"{dashes}/>'
        f'<text x="{x}" y="13" text-anchor="middle" fill="#555555">{word}</text>'
    )


def curve_chart(curves: list[dict[str, Any]]) -> str:
    """Return an SVG with a line per curve, sizes and milliseconds both on logarithmic scales."""
    sizes = [log10(size) for curve in curves for size, _ in curve["figures"]] or [0.0, 1.0]
    times = [log10(max(time, 1e-3)) for curve in curves for _, time in curve["figures"]] or [0.0, 1.0]
    across = (_WIDTH - 2 * _MARGIN) / max(1e-9, max(sizes) - min(sizes))
    down = (_HEIGHT - 2 * _MARGIN) / max(1e-9, max(times) - min(times))

    def point(size: float, time: float) -> tuple[int, int]:
        x = _MARGIN + (log10(size) - min(sizes)) * across
        return int(x), int(_HEIGHT - _MARGIN - (log10(max(time, 1e-3)) - min(times)) * down)

    lines = [
        _curve(curve, [point(*figure) for figure in curve["figures"]], _COLOURS[place % len(_COLOURS)], place)
        for place, curve in enumerate(curves)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
    return "\n".join(
        [
            head,
            "<title>Milliseconds by size, both on logarithmic scales</title>",
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
            '<g font-family="sans-serif" font-size="11" fill="#222222">',
            *lines,
            "</g></svg>\n",
        ]
    )


def _curve(curve: dict[str, Any], points: list[tuple[int, int]], colour: str, place: int) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
        f'<text x="{x}" y="{y - 7}" text-anchor="middle" font-size="9">{size:,}: {time:,.2f} ms</text>'
        for (x, y), (size, time) in zip(points, curve["figures"], strict=True)
    )
    name = escape(f"{curve['growth']}, by {curve['unit']}")
    legend = f'<text x="{_MARGIN}" y="{16 + 14 * place}" fill="{colour}">{name}</text>'
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}{legend}'
