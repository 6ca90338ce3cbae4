import type { TableGame } from "../shared/table-game.ts";
import type { Feed } from "./feed.ts";
import type { LobbyTable } from "./tables.ts";

const mostResults = 12;

/** A table as lobbies show it: whether bets are open, who is there, what came last. */
export async function lobbyTable(game: TableGame, feed: Feed): Promise<LobbyTable> {
  const { round, history, now } = await feed.snapshot();
  const left = round?.phase === "betting" ? round.closes_at - now : 0;
  return {
    game: game.slug,
    // For a lobby a hand is in play from its first card to its last.
    phase: round?.phase === "playing" ? "dealing" : (round?.phase ?? "closed"),
    closes_in_ms: left > 0 ? left : null,
    players: feed.watching,
    results: history.flatMap(({ outcome }) => game.mark(outcome) ?? []).slice(0, mostResults),
  };
}
