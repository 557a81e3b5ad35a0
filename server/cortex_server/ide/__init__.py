"""What an ideal editor could ask about a document: in offsets and frozen values, without LSP."""
