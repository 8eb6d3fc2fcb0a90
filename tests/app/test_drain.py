"""The end of a server's life: who is turned away, who gets time, who is cut off."""

import asyncio

from app.asgi import Message, Receive, Scope, Send
from app.root import Root


class Streaming:
    """An app with one long request: it sends until it is released, or until it hears that its client left."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.started = asyncio.Event()
        self.release = asyncio.Event()
        self.deaf = deaf
        self.ended: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.started.set()
        released = asyncio.create_task(self.release.wait())
        if self.deaf:
            try:
                await released
            except asyncio.CancelledError:
                self.ended.append("cancelled")
                raise
        else:
            gone = asyncio.create_task(self.until_gone(receive))
            done, rest = await asyncio.wait({released, gone}, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            self.ended.append("gone" if gone in done else "finished")

    async def until_gone(self, receive: Receive) -> Message:
        while not (message := await receive())["type"].endswith("disconnect"):
            pass
        return message


class Request:
    """One running request; its client stays until it is answered."""

    def __init__(self, root: Root, kind: str = "http") -> None:
        self.sent: list[Message] = []
        inbox: asyncio.Queue[Message] = asyncio.Queue()
        inbox.put_nowait({"type": f"{kind}.request", "more_body": False})
        scope = {"type": kind, "path": "/", "headers": []}
        self.task = asyncio.create_task(root(scope, inbox.get, self.send))

    async def send(self, message: Message) -> None:
        self.sent.append(message)


async def test_a_stream_that_ends_in_time_ends_by_itself():
    app = Streaming()
    root = Root({"/": app})
    request = Request(root)
    await app.started.wait()
    finishing = asyncio.create_task(root.drain.finish(30))
    await asyncio.sleep(0)
    late = Request(root)
    await late.task
    assert late.sent[0]["status"] == 503
    assert {(b"retry-after", b"1"), (b"connection", b"close")} <= set(late.sent[0]["headers"])
    assert not finishing.done()
    app.release.set()
    assert await finishing == 0
    await request.task
    assert app.ended == ["finished"]


async def test_a_stream_that_outstays_its_time_hears_that_its_client_left():
    app = Streaming()
    root = Root({"/": app})
    request = Request(root)
    await app.started.wait()
    assert await root.drain.finish(0.01) == 1
    await request.task
    assert app.ended == ["gone"]
    assert root.drain.running == 0


async def test_a_second_signal_cuts_the_wait_short():
    app, hurry = Streaming(), asyncio.Event()
    root = Root({"/": app})
    Request(root)
    await app.started.wait()
    hurry.set()
    async with asyncio.timeout(5):
        assert await root.drain.finish(30, hurry) == 1


async def test_an_app_that_does_not_listen_is_cancelled(monkeypatch):
    monkeypatch.setattr("app.drain.CLEAN_UP_S", 0.05)
    app = Streaming(deaf=True)
    root = Root({"/": app})
    request = Request(root)
    await app.started.wait()
    assert await root.drain.finish(0.01) == 1
    await asyncio.wait({request.task})
    assert app.ended == ["cancelled"]


async def test_an_open_page_does_not_hold_the_program():
    app = Streaming()
    root = Root({"/": app})
    request = Request(root, "websocket")
    await app.started.wait()
    async with asyncio.timeout(5):
        assert await root.drain.finish(30) == 0
    await request.task
    assert app.ended == ["gone"]


async def test_an_idle_server_is_drained_at_once():
    async with asyncio.timeout(1):
        assert await Root({"/": Streaming()}).drain.finish(30) == 0


async def test_the_end_is_heard_in_a_task_that_listens_later_too():
    root = Root({"/": Streaming()})
    await root.drain.finish(0)
    app = Streaming()
    inbox: asyncio.Queue[Message] = asyncio.Queue()
    await root.drain.run(app, {"type": "http"}, inbox.get, lambda _: asyncio.sleep(0))
    assert app.ended == ["gone"]
