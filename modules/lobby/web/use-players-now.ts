import { useEffect, useState } from "react";
import { callHouse, useHouse } from "#kit/web/house.ts";

export type PlayersNow = Readonly<Record<string, number>>;

interface Told {
  readonly data: readonly { readonly game: string; readonly players: number }[];
}

const askAgainMs = 30_000;

/** The house's answer as a figure a game. */
export function playersOf(body: unknown): PlayersNow {
  return Object.fromEntries((body as Told).data.map(({ game, players }) => [game, players]));
}

/** How many play each game now: as the server drew it, then asked for again while the page is looked at. */
export function usePlayersNow(drawn: PlayersNow): PlayersNow {
  const house = useHouse();
  const [players, setPlayers] = useState(drawn);
  useEffect(() => {
    if (!house) return;
    const ask = async () => {
      if (document.hidden) return;
      // What the call looks like is not needed for the first picture.
      const { getPlayersNow } = await import("#modules/bets/shared/contract.ts");
      const reply = await callHouse(getPlayersNow, {});
      if (reply.ok) setPlayers(playersOf(reply.body));
    };
    const timer = setInterval(() => void ask(), askAgainMs);
    return () => clearInterval(timer);
  }, [house]);
  return players;
}
