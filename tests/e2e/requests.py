"""Plan requests that the tests open."""

from __future__ import annotations

import json

BROKEN_REQUEST = """{
  "run_id": "run-1",
  "intent": "summarise",
  "budgets": {
    "max_steps": 20
  }
}
"""
GOOD_REQUEST = BROKEN_REQUEST.replace('"intent"', '"request_id": "request-1",\n  "intent"')

GUIDE = """# Guide

Read this first.

## Install

Run make.
"""
CHANGING = "# Prices\n\nA cup costs 2.\n"
READING_REQUEST = """{
  "run_id": "run-1",
  "request_id": "request-1",
  "intent": "summarise",
  "inputs": {
    "symbols": [
      "@DOC/docs/guide.md#install"
    ]
  },
  "budgets": {
    "max_steps": 20
  }
}
"""
WRITING_REQUEST = READING_REQUEST.replace('      "@DOC/docs/guide.md#install"', "      ")
SQUEEZED_REQUEST = json.dumps(json.loads(READING_REQUEST)) + "\n"
UNSORTED_REQUEST = READING_REQUEST.replace(
    '      "@DOC/docs/guide.md#install"\n    ]',
    '      "@DOC/docs/guide.md#install",\n      "@DOC/docs/guide.md",\n      "@DOC/docs/guide.md#install"\n    ],\n'
    '    "files": [\n      "docs/guide.md"\n    ]',
)
PRICED_REQUEST = READING_REQUEST.replace("guide.md#install", "changing.md").replace("request-1", "priced-1")


def noting_request(notes: int) -> str:
    """Return a request whose plan has this many steps, each a note."""
    request = json.loads(GOOD_REQUEST)
    request["inputs"] = {"notes": [f"note {number} of {notes}" for number in range(1, notes + 1)]}
    request["budgets"]["max_steps"] = notes
    return json.dumps(request, indent=2) + "\n"
