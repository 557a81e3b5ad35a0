"""The legend of semantic tokens: the words for what a name is, and for what is known of it.

It is public: the extension and users' configurations map these words to colours. It imports nothing,
because it is part of the answer to `initialize`.
"""

from __future__ import annotations

TYPES = ("symbol", "file", "stepId", "budget", "intent")
MODIFIERS = ("resolved", "unknown", "unbounded", "exceeded")
RESOLVED, UNKNOWN, UNBOUNDED, EXCEEDED = MODIFIERS
