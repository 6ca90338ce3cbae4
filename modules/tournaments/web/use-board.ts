import { useState } from "react";
import type { ChannelEventData } from "#kit/contract/channel.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useChannel } from "#kit/web/use-api.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { getTournamentBoard, type OwnStanding, type Standing, tournamentChannel } from "../shared/contract.ts";

/** How often a player's own line is read while the board is live. */
const ownMs = 10_000;

export interface LiveBoard {
  readonly lines: readonly Standing[];
  readonly players: number;
  /** Undefined while it is not known whether the visitor takes part. */
  readonly me: OwnStanding | null | undefined;
  readonly ranksHash: string | null;
  readonly reviewUntil: string | null;
}

/** One board: that of the loader, then the changes of its channel. Mount it with the tournament's id as key. */
export function useBoard(id: string, first: readonly Standing[], count: number, isLive: boolean): LiveBoard {
  const [board, setBoard] = useState({ lines: first, players: count });
  useChannel(
    tournamentChannel,
    {
      snapshot: ({ leaderboard, players }) => setBoard({ lines: leaderboard, players }),
      event: (_name, { players, ...changes }) =>
        setBoard(before => ({ lines: withChanges(before.lines, changes), players })),
    },
    id,
  );
  const isPlayer = useSession(state => state.status === "player");
  const { data } = useQuery(
    getTournamentBoard,
    { params: { id } },
    { enabled: isPlayer || !isLive, pollMs: isLive && isPlayer ? ownMs : false },
  );
  return {
    lines: board.lines,
    players: data ? Math.max(data.players, board.players) : board.players,
    me: isPlayer ? data?.me : null,
    ranksHash: data?.ranks_hash ?? null,
    reviewUntil: data?.review_until ?? null,
  };
}

type Changes = Omit<ChannelEventData<typeof tournamentChannel, "lines">, "players">;

export function withChanges(before: readonly Standing[], { lines, scores, length }: Changes): readonly Standing[] {
  const byPlace = new Map(before.map(line => [line.place, line]));
  for (const line of lines) byPlace.set(line.place, line);
  for (const [place, score] of scores) {
    const line = byPlace.get(place);
    if (line) byPlace.set(place, Object.assign({}, line, { score }));
  }
  return [...byPlace.values()].filter(({ place }) => place <= length).sort((a, b) => a.place - b.place);
}
