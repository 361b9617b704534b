"""In: a folder of photos. Out: a score sheet, its files and its report; each step in a file of its own."""
