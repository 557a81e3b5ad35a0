"""The language server for Cortex plan documents."""
