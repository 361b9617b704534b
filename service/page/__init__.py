"""The page that people use: templates, and scripts, styles and pictures that need no build step."""
