"""What the benches borrow from other tests."""

from tests.store.conftest import url as empty_database

__all__ = ["empty_database"]
