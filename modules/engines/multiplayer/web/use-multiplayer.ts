import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { call, useConnected } from "#kit/web/use-api.ts";
import { leaveUnconfirmed, placeIntent } from "#modules/bets/web/place-intent.ts";
import { countBet, freshSession, type Session } from "#modules/bets/web/session.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { noteVisitBet } from "#modules/bets/web/visit-totals.ts";
import {
  emptyMultiplayerView,
  type MultiplayerRow,
  type MultiplayerSnapshot,
  type MultiplayerView,
  takeRows,
  viewOfSnapshot,
  withSeat,
} from "./multiplayer-view.ts";

type Action<Row> =
  | { readonly snapshot: MultiplayerSnapshot<Row> }
  | { readonly rows: readonly Row[] }
  | { readonly seat: number; readonly of: string };

function reduce<Row extends MultiplayerRow>(view: MultiplayerView<Row>, action: Action<Row>): MultiplayerView<Row> {
  if ("snapshot" in action) return viewOfSnapshot(view, action.snapshot);
  return "rows" in action ? takeRows(view, action.rows) : withSeat(view, action.of, action.seat);
}

interface Answer {
  readonly data: {
    readonly currency: string;
    readonly balance: string;
    readonly proof: { readonly round: number; readonly inputs?: { readonly seat?: number } };
  };
}

/** Multiplayer rounds of all players, and the player's actions. The page feeds it from the game's channel. */
export function useMultiplayer<Row extends MultiplayerRow>(gameSession: GameSession) {
  const [view, send] = useReducer(reduce<Row>, undefined, emptyMultiplayerView<Row>);
  const [busy, setBusy] = useState(false);
  const connected = useConnected(gameSession.game);
  const latest = useRef(gameSession);
  latest.current = gameSession;

  /** Sends a stake; returns the id of its round, null when it was refused. */
  const stake = useCallback(
    async (slot: string, route: RouteSpec, body: object, params: object = {}): Promise<string | null> => {
      const { playerContext, refusal, balance, game } = latest.current;
      if (playerContext.playerId === null) return null;
      refusal.clear();
      setBusy(true);
      const { reply } = await placeIntent(slot, playerContext.playerId, route, body, () => true, params);
      setBusy(false);
      if (reply.kind === "placed") {
        const { data } = reply.body as Answer;
        const id = `${game}-${data.proof.round}`;
        send({ of: id, seat: data.proof.inputs?.seat ?? 1 });
        balance.show(data.currency, data.balance);
        balance.release();
        return id;
      }
      if (reply.kind === "no_response") leaveUnconfirmed(slot, playerContext.playerId);
      refusal.refuse(reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} });
      return null;
    },
    [],
  );
  const withdraw = useCallback(async (route: RouteSpec, id: string) => {
    setBusy(true);
    const reply = await call(route, { params: { id } });
    setBusy(false);
    if (!reply.ok) latest.current.refusal.refuse({ ...reply, code: reply.status === 0 ? "no_response" : reply.code });
  }, []);
  const follower = {
    snapshot: (snapshot: MultiplayerSnapshot<Row>) => send({ snapshot }),
    rows: (rows: readonly Row[]) => send({ rows }),
  };
  return { view, busy, connected, stake, withdraw, ...follower };
}

/** One round by its id: from the channel, else from the API. Null: it does not exist; undefined: not loaded yet. */
export function useMultiplayerRound<Row extends MultiplayerRow>(
  route: RouteSpec,
  id: string | null,
  view: MultiplayerView<Row>,
): Row | null | undefined {
  const { data, isError } = useQuery(route as Route, { params: { id } } as never, { enabled: id !== null });
  const known = id === null ? undefined : view.rows.get(id);
  const asked = isError ? null : (data as Row | undefined);
  // The channel is newer; fields only the call has, such as the player's own seat, stay.
  return known ? { ...asked, ...known } : asked;
}

/** Totals of this visit's own rounds: each is counted once, when the scene has shown its end. */
export function useMultiplayerSession(
  shown: { readonly id: string; readonly stake: string; readonly payout: string } | null,
  currency: string,
  onCounted: (stake: Micros, payout: Micros) => void,
): Session {
  const [session, setSession] = useState<Session>(freshSession);
  const counted = useRef(new Set<string>());
  const reportTotals = useRef(onCounted);
  reportTotals.current = onCounted;
  const { id, stake, payout } = shown ?? { id: null, stake: "0", payout: "0" };
  useEffect(() => {
    if (id === null || counted.current.has(id)) return;
    counted.current.add(id);
    const [staked, paid] = [parseDecimal(stake), parseDecimal(payout)];
    setSession(before => countBet(before, staked, paid));
    noteVisitBet({ id, currency, stake: staked, payout: paid });
    reportTotals.current(staked, paid);
  }, [id, currency, stake, payout]);
  return session;
}
