"""Starts a service for the tests of a class."""

from __future__ import annotations

import pathlib
import subprocess
import tempfile
import unittest

import grpc

ROOT = pathlib.Path(__file__).resolve().parents[4]
DEADLINE = 60.0  # seconds, for each call


class ServiceTest(unittest.TestCase):
    """Runs bin/coderefd on a unix socket while the tests of the class run."""

    channel: grpc.Channel

    @classmethod
    def serve(cls, *flags: str) -> None:
        """Starts the service. A test class calls it from setUpClass."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        address = f"unix://{folder.name}/coderefd.sock"
        command = [ROOT / "bin" / "coderefd", "serve", "--listen", address, "--admin-listen", "", "--log-level", "warn"]
        service = subprocess.Popen([*command, *flags])
        cls.addClassCleanup(service.wait, DEADLINE)
        cls.addClassCleanup(service.terminate)

        cls.channel = grpc.insecure_channel(address)
        cls.addClassCleanup(cls.channel.close)
        grpc.channel_ready_future(cls.channel).result(timeout=DEADLINE)
