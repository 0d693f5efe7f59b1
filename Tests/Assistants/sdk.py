"""The Python SDK of the Model Context Protocol that this Python has, the newer or the older one, by the same names."""

import asyncio
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Editors"))

from checks import expect

try:
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    MODES = ["auto", "legacy", "2026-07-28"]
except ImportError:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    MODES = ["legacy SDK"]


class Session:
    """One of the two SDKs, by the same names."""

    def __init__(self, copy, mode, *options, server=None):
        """`server`: the one that is asked over HTTP; without it a process of its own is."""
        self.mode, self.server = mode if server is None else f"{mode}, HTTP", server
        self.is_old = mode == "legacy SDK"
        self.way = mode
        self.parameters = StdioServerParameters(
            command=copy.program, args=["mcp", "--vault", copy.vault, "--today", "2026-03-14", *options], env=copy.environment
        )

    def streams(self):
        if self.server is None:
            return stdio_client(self.parameters)
        client = create_mcp_http_client(headers=self.server.headers)
        return streamable_http_client(self.server.address + "/mcp", http_client=client)

    async def __aenter__(self):
        if self.is_old:
            self.opened = self.streams()
            read, write, *_ = await self.opened.__aenter__()
            self.client = ClientSession(read, write)
            await self.client.__aenter__()
            self.hello = await self.client.initialize()
        else:
            self.client = Client(self.streams(), mode=self.way)
            await self.client.__aenter__()
        return self

    async def __aexit__(self, *error):
        await self.client.__aexit__(*error)
        if self.is_old:
            await self.opened.__aexit__(*error)

    async def tools(self):
        return (await self.client.list_tools()).tools

    async def call(self, name, arguments):
        """What a tool returns, or the sentence with which it fails."""
        result = await self.client.call_tool(name, arguments)
        texts = [block.text for block in result.content]
        value = self.field(result, "structured_content")
        if self.field(result, "is_error"):
            expect(value is None, f"{name}: an error has a structured content")
            return None, texts[0]
        expect(len(texts) == 1 and json.loads(texts[0]) == value, f"{name}: its text is not what it returns")
        return value, None

    @staticmethod
    def field(value, name):
        """The newer SDK writes names with underscores, the older one as they are sent."""
        words = name.split("_")
        return getattr(value, name, None) if hasattr(value, name) else getattr(value, words[0] + "".join(w.title() for w in words[1:]))


def run(work):
    """The errors of a group say what they are."""
    try:
        asyncio.run(work)
    except BaseExceptionGroup as group:
        error = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error
