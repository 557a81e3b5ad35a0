"""Documents: a text and its kind, in a world, analysed. The editor, the CLI and CI all ask here."""
