"""The record of a call that the memory service made itself: it is a project's spend like any other."""

from dataclasses import dataclass, field

from app.upstream.prices import cost_usd
from app.upstream.routing import Target
from app.world import World
from storage.model import Call, Tokens

APPLICATION = "loregate-memory"


@dataclass(slots=True)
class OwnCall:
    """Such a call while it runs. `done` makes the record; nothing here is stored."""

    world: World
    project: int
    route: str
    model: str | None
    target: Target | None = None
    attempts: int = 0
    tokens: Tokens = field(default_factory=Tokens)
    cost_usd: float = 0.0
    first_byte_ms: float | None = None
    at: int = field(init=False)
    _started: float = field(init=False)

    def __post_init__(self) -> None:
        self.at = self.world.now_ms()
        self._started = self.world.monotonic()

    def tried(self, target: Target) -> None:
        """Notes the target that is asked next."""
        self.target = target
        self.attempts += 1

    def answered(self) -> None:
        """Notes that an answer began."""
        self.first_byte_ms = self._elapsed_ms()

    def spent(self, tokens: Tokens) -> None:
        """Adds what one request used, at the price of the target that was asked."""
        assert self.target is not None
        self.cost_usd += cost_usd(self.target, tokens)
        self.tokens = Tokens(
            self.tokens.input + tokens.input,
            self.tokens.output + tokens.output,
            self.tokens.cache_read + tokens.cache_read,
            self.tokens.cache_write + tokens.cache_write,
            self.tokens.reasoning + tokens.reasoning,
        )

    def done(self, status: int, error: str | None = None) -> Call:
        """The record, ready to be stored in the caller's own transaction."""
        target = self.target
        return Call(
            id=self.world.new_id("cal"),
            project=self.project,
            key_id=None,
            application=APPLICATION,
            source=None,
            space=None,
            subject_sha256=None,
            at=self.at,
            route=self.route if target is None else target.dialect,
            mode="none",
            model=self.model,
            model_used=None if target is None else target.upstream_name,
            provider=None if target is None else target.provider.name,
            attempts=self.attempts,
            status=status,
            error=error,
            stream=False,
            complete=error is None,
            first_byte_ms=self.first_byte_ms,
            duration_ms=self._elapsed_ms(),
            tokens=self.tokens,
            cost_usd=self.cost_usd,
        )

    def _elapsed_ms(self) -> float:
        return (self.world.monotonic() - self._started) * 1000
