import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { callHouse, houseNow, useChannel, useConnected, useHurry } from "#kit/web/house.ts";
import { dropIntent, placeIntent } from "#modules/bets/web/place-intent.ts";
import type { GameDesk } from "#modules/bets/web/use-game-desk.ts";
import { leaveRoom, placeRoomBet, type RoomSnapshot, roomsChannels } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import {
  applyRooms,
  emptyRooms,
  heldBy,
  type RoomsEvent,
  type RoomsView,
  type RoomView,
  type Turn,
  turnShown,
  viewOfSnapshot,
  withMe,
} from "./rooms-view.ts";

type Action = { snapshot: { rooms: RoomSnapshot[] } } | RoomsEvent | { colour: RoomColour; round: number; me: string };

function reduce(view: RoomsView, action: Action): RoomsView {
  if ("snapshot" in action) return viewOfSnapshot(action.snapshot);
  return "me" in action ? withMe(view, action.colour, action.round, action.me) : applyRooms(view, action);
}

interface Answer {
  readonly data: {
    readonly currency: string;
    readonly balance: string;
    readonly proof: { readonly round: number; readonly inputs?: { readonly player?: string } };
  };
}

/** Where a stake went: the round, or why it was refused. */
export type Entered = { readonly round: number } | { readonly refused: string };

/** The three rooms of a currency, and the player's way in and out. */
export function useRooms(desk: GameDesk, first: { rooms: RoomSnapshot[] } | null) {
  const [view, send] = useReducer(reduce, first, known => (known ? viewOfSnapshot(known) : emptyRooms));
  const [busy, setBusy] = useState(false);
  const [snapshots, setSnapshots] = useState(0);
  const connected = useConnected();
  useHurry("rooms", Object.values(view).some(isIn));
  const latest = useRef({ desk, view });
  latest.current = { desk, view };
  useChannel(roomsChannels[desk.table.currency], {
    snapshot(snapshot) {
      send({ snapshot });
      setSnapshots(count => count + 1);
    },
    event: (event, data) => send({ event, data } as RoomsEvent),
  });

  const enter = useCallback(async (colour: RoomColour, stake: Micros): Promise<Entered> => {
    const { table, balance, refusal } = latest.current.desk;
    const { playerId, currency } = table;
    const { round } = latest.current.view[colour];
    if (playerId === null) return { refused: "unauthorized" };
    refusal.clear();
    setBusy(true);
    const slot = `rooms-${colour}`;
    const body = { stake: formatAmount(stake), currency, ...(round !== null && { round }) };
    // A stake that was meant for a round that has closed must not slip into the next one.
    const stillWanted = () => latest.current.view[colour].round === round;
    const { reply } = await placeIntent(slot, playerId, placeRoomBet, body, stillWanted, { colour });
    setBusy(false);
    if (reply.kind === "placed") {
      const { data } = reply.body as Answer;
      const me = data.proof.inputs?.player;
      if (me) send({ colour, round: data.proof.round, me });
      balance.show(data.currency, data.balance);
      balance.release();
      return { round: data.proof.round };
    }
    if (reply.kind === "unheard") dropIntent(slot, playerId);
    const refused = reply.kind === "refused" ? reply : { code: "unheard", message: "", data: {} };
    refusal.refuse(refused);
    return { refused: refused.code };
  }, []);

  const leave = useCallback(async (colour: RoomColour) => {
    setBusy(true);
    const reply = await callHouse(leaveRoom, { params: { colour } });
    setBusy(false);
    if (!reply.ok) latest.current.desk.refusal.refuse({ ...reply, code: reply.status === 0 ? "unheard" : reply.code });
  }, []);

  return { view, snapshots, busy, connected, enter, leave };
}

/** Whether the player waits for the end of this room's round. */
const isIn = (room: RoomView) => room.state !== "paid" && room.state !== "refunded" && heldBy(room) > 0n;

/** Whole seconds until a moment of the house's clock. */
export function useSecondsTo(untilMs: number | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (untilMs === null) return setSeconds(0);
    const tick = () => setSeconds(Math.max(0, Math.ceil((untilMs - houseNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 200);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}

export type { Turn } from "./rooms-view.ts";

export const turnMs = 5_200;
const ticketMs = 900;

/** The end of a round as it is played: nothing tells the winner before the wheel rests. A newcomer finds it at rest. */
export function useTurn(room: RoomView, calm: boolean): Turn {
  const id = room.result?.status === "paid" ? room.result.id : null;
  const { live } = room;
  const [turn, setTurn] = useState<{ id: string | null; at: Turn }>({ id: null, at: "still" });
  useEffect(() => {
    if (id === null) return setTurn({ id, at: "still" });
    if (!live) return setTurn({ id, at: "shown" });
    setTurn({ id, at: "turning" });
    const rest = calm ? 150 : turnMs;
    const timers = [
      setTimeout(() => setTurn({ id, at: "ticket" }), rest),
      setTimeout(() => setTurn({ id, at: "shown" }), rest + ticketMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [id, live, calm]);
  return turnShown(id, live, turn);
}
