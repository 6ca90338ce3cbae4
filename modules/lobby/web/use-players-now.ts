import { useEffect, useState } from "react";
import { call, useApi } from "#kit/web/use-api.ts";

export type PlayersNow = Readonly<Record<string, number>>;

interface PlayersNowBody {
  readonly data: readonly { readonly game: string; readonly players: number }[];
}

const retryMs = 30_000;

/** The server's response as a number per game. */
export function playersOf(body: unknown): PlayersNow {
  return Object.fromEntries((body as PlayersNowBody).data.map(({ game, players }) => [game, players]));
}

/** Active players per game: from the server render, then refreshed while the page is visible. */
export function usePlayersNow(drawn: PlayersNow): PlayersNow {
  const api = useApi();
  const [players, setPlayers] = useState(drawn);
  useEffect(() => {
    if (!api) return;
    const ask = async () => {
      if (document.hidden) return;
      // The call's contract is not needed for the first render.
      const { getPlayersNow } = await import("#modules/bets/shared/contract.ts");
      const reply = await call(getPlayersNow, {});
      if (reply.ok) setPlayers(playersOf(reply.body));
    };
    const timer = setInterval(() => void ask(), retryMs);
    return () => clearInterval(timer);
  }, [api]);
  return players;
}
