import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { RouteSpec } from "#kit/contract/route.ts";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import { callHouse, useConnected, useHouse } from "#kit/web/house.ts";
import { dropIntent, placeIntent } from "#modules/bets/web/place-intent.ts";
import { countBet, freshSession, type Session } from "#modules/bets/web/session.ts";
import type { GameDesk } from "#modules/bets/web/use-game-desk.ts";
import { noteVisitBet } from "#modules/bets/web/visit-totals.ts";
import {
  emptySeated,
  type SeatedRow,
  type SeatedSnapshot,
  type SeatedView,
  takeRows,
  viewOfSnapshot,
  withSeat,
} from "./seated-view.ts";

type Action<Row> =
  | { readonly snapshot: SeatedSnapshot<Row> }
  | { readonly rows: readonly Row[] }
  | { readonly seat: number; readonly of: string };

function reduce<Row extends SeatedRow>(view: SeatedView<Row>, action: Action<Row>): SeatedView<Row> {
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

/** Rounds with seats of everybody, and what the player does with them. The page feeds it from the game's channel. */
export function useSeated<Row extends SeatedRow>(desk: GameDesk) {
  const [view, send] = useReducer(reduce<Row>, undefined, emptySeated<Row>);
  const [busy, setBusy] = useState(false);
  const connected = useConnected(desk.game);
  const latest = useRef(desk);
  latest.current = desk;

  /** Sends a stake; the id of the round that it went into, null when it was refused. */
  const stake = useCallback(
    async (slot: string, route: RouteSpec, body: object, params: object = {}): Promise<string | null> => {
      const { table, refusal, balance, game } = latest.current;
      if (table.playerId === null) return null;
      refusal.clear();
      setBusy(true);
      const { reply } = await placeIntent(slot, table.playerId, route, body, () => true, params);
      setBusy(false);
      if (reply.kind === "placed") {
        const { data } = reply.body as Answer;
        const id = `${game}-${data.proof.round}`;
        send({ of: id, seat: data.proof.inputs?.seat ?? 1 });
        balance.show(data.currency, data.balance);
        balance.release();
        return id;
      }
      if (reply.kind === "unheard") dropIntent(slot, table.playerId);
      refusal.refuse(reply.kind === "refused" ? reply : { code: "unheard", message: "", data: {} });
      return null;
    },
    [],
  );
  const withdraw = useCallback(async (route: RouteSpec, id: string) => {
    setBusy(true);
    const reply = await callHouse(route, { params: { id } });
    setBusy(false);
    if (!reply.ok) latest.current.refusal.refuse({ ...reply, code: reply.status === 0 ? "unheard" : reply.code });
  }, []);
  const follower = {
    snapshot: (snapshot: SeatedSnapshot<Row>) => send({ snapshot }),
    rows: (rows: readonly Row[]) => send({ rows }),
  };
  return { view, busy, connected, stake, withdraw, ...follower };
}

/** One round by its address: as the channel has it, else as the house tells it. Null: there is none; undefined: not read yet. */
export function useSeatedRound<Row extends SeatedRow>(
  route: RouteSpec,
  id: string | null,
  view: SeatedView<Row>,
): Row | null | undefined {
  const house = useHouse();
  const [read, setRead] = useState<{ id: string; row: Row | null } | null>(null);
  useEffect(() => {
    if (!house || id === null) return;
    let left = false;
    void callHouse(route, { params: { id } }).then(reply => {
      if (!left) setRead({ id, row: reply.ok ? (reply.body as unknown as { data: Row }).data : null });
    });
    return () => {
      left = true;
    };
  }, [house, id, route]);
  const known = id === null ? undefined : view.rows.get(id);
  const asked = read?.id === id ? read.row : undefined;
  // The channel is newer; what only the call says, such as the reader's own seat, stays.
  return known ? { ...asked, ...known } : asked;
}

/** What a visit's own rounds have come to: each is counted once, when the stage has shown its end. */
export function useSeatedSession(
  shown: { readonly id: string; readonly stake: string; readonly payout: string } | null,
  currency: string,
  onCounted: (stake: Micros, payout: Micros) => void,
): Session {
  const [session, setSession] = useState<Session>(freshSession);
  const counted = useRef(new Set<string>());
  const told = useRef(onCounted);
  told.current = onCounted;
  const { id, stake, payout } = shown ?? { id: null, stake: "0", payout: "0" };
  useEffect(() => {
    if (id === null || counted.current.has(id)) return;
    counted.current.add(id);
    const [staked, paid] = [parseDecimal(stake), parseDecimal(payout)];
    setSession(before => countBet(before, staked, paid));
    noteVisitBet({ id, currency, stake: staked, payout: paid });
    told.current(staked, paid);
  }, [id, currency, stake, payout]);
  return session;
}
