"""Archives: pieces, crews, the command."""
