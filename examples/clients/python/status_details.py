"""Decodes the details of a gRPC status.

With grpcio-status from PyPI, which Debian does not package, use
grpc_status.rpc_status.from_call instead of the trailing metadata.
"""

from __future__ import annotations

from typing import TypeVar

import grpc
from google.protobuf.message import Message
from google.rpc import status_pb2

Detail = TypeVar("Detail", bound=Message)


class StatusDetails:
    """The status code of a failed call and its typed details."""

    def __init__(self, error: grpc.RpcError) -> None:
        # An RpcError that a stub raises is also the grpc.Call.
        self.code: grpc.StatusCode = error.code()
        metadata = dict(error.trailing_metadata() or ())
        # A status that the service did not write, such as UNAVAILABLE, has no details.
        self._status = status_pb2.Status.FromString(metadata.get("grpc-status-details-bin", b""))

    def find(self, kind: type[Detail]) -> Detail | None:
        """Returns the detail of a type, or None if the status has none."""
        for packed in self._status.details:
            detail = kind()
            if packed.Unpack(detail):
                return detail
        return None
