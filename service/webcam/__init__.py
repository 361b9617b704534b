"""The live scanner: frames from a camera or a file, the screen, its keys, and the match they score."""
