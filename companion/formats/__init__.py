"""What leaves the app as data: score tables, table JSON, links into other apps."""
