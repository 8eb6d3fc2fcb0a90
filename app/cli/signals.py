"""What happens on Ctrl+C and on a supervisor's stop, on every platform. Stops nothing by itself."""

import asyncio
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType


def _later(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> Callable[[int, FrameType | None], None]:
    def handler(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)

    return handler


@contextmanager
def on_signals(act: Callable[[], None], *signals: signal.Signals) -> Generator[None]:
    """Calls `act` in the event loop for each of these signals while the block runs."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in signals}
    for number in signals:
        try:
            loop.add_signal_handler(number, act)
        except NotImplementedError:  # Windows has no signal handlers in its loops
            signal.signal(number, _later(loop, act))
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
