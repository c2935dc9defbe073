"""A client of Countinghouse: `Client(url, api_key)`."""

from .client import Client
from .transport import ApiError, File, pages

__all__ = ["ApiError", "Client", "File", "pages"]
