"""Whether a page is laid out well: nothing overlaps, nothing is cut off, everything can be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from e2e.browser.bridge import Browser

_PROBLEMS = """(() => {
  const elements = [...document.querySelectorAll(SELECTOR)].filter((element) => element.getClientRects().length > 0);
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.slice(0, 40)}"`;
  const problems = [];
  elements.forEach((element, index) => {
    const box = boxes[index];
    if (box.left < -1 || box.right > window.innerWidth + 1) problems.push(`${name(element)} reaches beyond the page`);
    const hidden = getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    const told = element.closest("[title]") !== null;
    if (hidden && !told) problems.push(`${name(element)} is cut off`);
    for (let other = index + 1; other < elements.length; other += 1) {
      const that = boxes[other];
      if (element.contains(elements[other])) continue;
      const width = Math.min(box.right, that.right) - Math.max(box.left, that.left);
      const height = Math.min(box.bottom, that.bottom) - Math.max(box.top, that.top);
      if (width > 1 && height > 1) problems.push(`${name(element)} lies on ${name(elements[other])}`);
    }
  });
  return problems;
})()"""

_CONTRASTS = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (colour, under) => {
    canvas.fillStyle = `rgb(${under.join(" ")})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((each) => each / 255).map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => element === null ? [255, 255, 255]
    : channels(getComputedStyle(element).backgroundColor, behind(element.parentElement));
  return [...document.querySelectorAll(SELECTOR)].filter((element) => element.textContent.trim() !== "").map((element) => {
    const ground = behind(element);
    const style = getComputedStyle(element);
    const paint = element.ownerSVGElement ? style.fill : style.color;
    const [a, b] = [light(channels(paint, ground)), light(ground)];
    return [element.textContent.trim().slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
})()"""


def layout_problems(page: Browser, selector: str, *, frame: list[str] | None = None) -> list[str]:
    """Return what is wrong with the places of the elements that match: overlaps, cut text, beyond the page.

    Text that is cut on purpose has a `title` that tells it whole.
    """
    found: list[str] = page.evaluate(_PROBLEMS.replace("SELECTOR", json.dumps(selector)), frame=frame)
    return found


def faint_texts(page: Browser, selector: str, least: float, *, frame: list[str] | None = None) -> list[str]:
    """Return the texts whose contrast with what is behind them is below `least` (to 1)."""
    found: list[tuple[str, float]] = page.evaluate(
        _CONTRASTS.replace("SELECTOR", json.dumps(selector)), frame=frame
    )
    return [f"{text}: {contrast:.2f}" for text, contrast in found if contrast < least]
