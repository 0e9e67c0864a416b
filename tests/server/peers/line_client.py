"""line_client.py websockets|autobahn URL TOKEN [CERTIFICATE]: a WebSocket client of that library.

Each line of the input is sent as a message, and each message that comes is printed as a line. At the end of the input it
closes with 4321; when the connection is closed it prints "closed CODE" and ends. Run by Debian's own Python, which has
the libraries (script/setup).
"""
import asyncio
import contextlib
import ssl
import sys


def tls(certificate):
    return ssl.create_default_context(cafile=certificate) if certificate else None


async def lines():
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode().rstrip("\n")


async def with_websockets(url, token, certificate):
    import websockets  # pylint: disable=import-outside-toplevel,import-error
    headers = {"Authorization": f"Bearer {token}"}
    async with websockets.connect(url, extra_headers=headers, ssl=tls(certificate), open_timeout=None) as socket:
        async def speak():
            async for line in lines():
                await socket.send(line)
            await socket.close(4321, "good-bye")
        speaker = asyncio.create_task(speak())
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                print(await socket.recv(), flush=True)
        print("closed", socket.close_code, flush=True)
        speaker.cancel()


async def with_autobahn(url, token, certificate):
    from autobahn.asyncio.websocket import (  # pylint: disable=import-outside-toplevel,import-error
        WebSocketClientFactory, WebSocketClientProtocol)
    loop = asyncio.get_running_loop()
    closed = loop.create_future()

    class Client(WebSocketClientProtocol):
        speaker = None

        def onOpen(self):
            self.speaker = asyncio.ensure_future(self.speak())

        async def speak(self):
            async for line in lines():
                self.sendMessage(line.encode())
            self.sendClose(4321, "good-bye")

        def onMessage(self, payload, isBinary):
            print(payload.decode(), flush=True)

        def onClose(self, wasClean, code, reason):
            print("closed", code, flush=True)
            self.speaker.cancel()
            closed.set_result(None)

    factory = WebSocketClientFactory(url, headers={"Authorization": f"Bearer {token}"})
    factory.protocol = Client
    await loop.create_connection(factory, factory.host, factory.port, ssl=tls(certificate))
    await closed


if __name__ == "__main__":
    asyncio.run({"websockets": with_websockets, "autobahn": with_autobahn}[sys.argv[1]](
        sys.argv[2], sys.argv[3], sys.argv[4] if len(sys.argv) > 4 else None))
