"""Rule sets: beans, buildings and figures of each edition, loaded from TOML files and checked."""
