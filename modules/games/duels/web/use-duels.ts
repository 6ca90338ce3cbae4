import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { callHouse, useChannel, useConnected, useHouse } from "#kit/web/house.ts";
import { dropIntent, type Placed, placeIntent } from "#modules/desk/web/place-intent.ts";
import type { Refusal } from "#modules/desk/web/refusal.ts";
import { type DuelRow, duelsChannel, getDuel, joinDuel, openDuel, withdrawDuel } from "../shared/contract.ts";
import type { Side } from "../shared/rules.ts";
import { type DuelsView, emptyDuels, takeRows, viewOfSnapshot, withMine } from "./duels-view.ts";

type Action =
  | { snapshot: { open: DuelRow[]; ended: DuelRow[]; mine: string[] } }
  | { rows: readonly DuelRow[] }
  | { mine: string };

function reduce(view: DuelsView, action: Action): DuelsView {
  if ("snapshot" in action) return viewOfSnapshot(view, action.snapshot);
  return "rows" in action ? takeRows(view, action.rows) : withMine(view, action.mine);
}

interface Answer {
  readonly data: { readonly currency: string; readonly balance: string; readonly proof: { readonly round: number } };
}

interface DuelsOptions {
  readonly playerId: string | null;
  readonly currency: Currency;
  onRefused(refusal: Refusal): void;
  onBalance(currency: string, balance: string): void;
}

/** Duels of everybody, and what the player does with them. */
export function useDuels(options: DuelsOptions) {
  const [view, send] = useReducer(reduce, emptyDuels);
  const [busy, setBusy] = useState(false);
  const connected = useConnected(duelsChannel.module);
  const latest = useRef(options);
  latest.current = options;
  useChannel(duelsChannel, {
    snapshot: snapshot => send({ snapshot }),
    event: (_name, data) => send({ rows: data.rows }),
  });

  /** The id of the duel that the stake went into; null when it was refused. */
  const stake = useCallback(
    async (slot: string, place: (player: string) => Promise<Placed>): Promise<string | null> => {
      const { playerId, onRefused, onBalance } = latest.current;
      if (playerId === null) return null;
      setBusy(true);
      const { reply } = await place(playerId);
      setBusy(false);
      if (reply.kind === "placed") {
        const { data } = reply.body as Answer;
        const id = `duels-${data.proof.round}`;
        send({ mine: id });
        onBalance(data.currency, data.balance);
        return id;
      }
      if (reply.kind === "unheard") dropIntent(slot, playerId);
      onRefused(reply.kind === "refused" ? reply : { code: "unheard", message: "", data: {} });
      return null;
    },
    [],
  );

  const open = useCallback(
    (amount: Micros, side: Side, house: boolean) => {
      const body = { stake: formatAmount(amount), side, house, currency: latest.current.currency };
      return stake("duels-open", player => placeIntent("duels-open", player, openDuel, body));
    },
    [stake],
  );
  const join = useCallback(
    (id: string) => {
      const slot = `join-${id}`;
      const body = { currency: latest.current.currency };
      return stake(slot, player => placeIntent(slot, player, joinDuel, body, () => true, { id }));
    },
    [stake],
  );
  const withdraw = useCallback(async (id: string) => {
    setBusy(true);
    const reply = await callHouse(withdrawDuel, { params: { id } });
    setBusy(false);
    if (!reply.ok) latest.current.onRefused({ ...reply, code: reply.status === 0 ? "unheard" : reply.code });
  }, []);

  return { view, busy, connected, open, join, withdraw };
}

/** One duel by its address: as the channel has it, else as the house tells it. Null: there is none; undefined: not read yet. */
export function useDuel(id: string | null, view: DuelsView): (DuelRow & { mine?: string | null }) | null | undefined {
  const house = useHouse();
  const [read, setRead] = useState<{ id: string; row: (DuelRow & { mine: string | null }) | null } | null>(null);
  const known = id === null ? undefined : view.rows.get(id);
  useEffect(() => {
    if (!house || id === null) return;
    let left = false;
    void callHouse(getDuel, { params: { id } }).then(reply => {
      if (!left) setRead({ id, row: reply.ok ? (reply.body.data as DuelRow & { mine: string | null }) : null });
    });
    return () => {
      left = true;
    };
  }, [house, id]);
  const own = read?.id === id ? read.row : undefined;
  if (known) return { ...known, mine: own?.mine ?? null };
  return own;
}

export type Fall = "resting" | "falling" | "shown";

const fallMs = 1_300;

/** The fall of a duel's coin: nothing tells the winner before it lies. A newcomer finds it lying. */
export function useFall(row: DuelRow | null | undefined, isLive: boolean, calm: boolean): Fall {
  const id = row?.state === "paid" ? row.id : null;
  const [fall, setFall] = useState<{ id: string | null; at: Fall }>({ id: null, at: "resting" });
  useEffect(() => {
    if (id === null) return setFall({ id, at: "resting" });
    if (!isLive) return setFall({ id, at: "shown" });
    setFall({ id, at: "falling" });
    const timer = setTimeout(() => setFall({ id, at: "shown" }), calm ? 150 : fallMs);
    return () => clearTimeout(timer);
  }, [id, isLive, calm]);
  // Of a result that has just come the effect has not run yet: nothing of it may flash.
  return id === null ? "resting" : fall.id === id ? fall.at : isLive ? "falling" : "shown";
}
