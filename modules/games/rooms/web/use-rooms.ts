import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { call, serverNow, useChannel, useConnected, useHurry } from "#kit/web/use-api.ts";
import { leaveUnconfirmed, placeIntent } from "#modules/bets/web/place-intent.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { leaveRoom, placeRoomBet, type RoomSnapshot, roomsChannels } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import {
  applyRooms,
  emptyRooms,
  heldBy,
  type RoomsEvent,
  type RoomsView,
  type RoomView,
  shownWheelPhase,
  viewOfSnapshot,
  type WheelPhase,
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

/** The result of a stake: its round, or why it was refused. */
export type Entered = { readonly round: number } | { readonly refused: string };

/** The three rooms of a currency, and the player's actions. */
export function useRooms(gameSession: GameSession, first: { rooms: RoomSnapshot[] } | null) {
  const [view, send] = useReducer(reduce, first, known => (known ? viewOfSnapshot(known) : emptyRooms));
  const [busy, setBusy] = useState(false);
  const [snapshots, setSnapshots] = useState(0);
  const connected = useConnected();
  useHurry("rooms", Object.values(view).some(isIn));
  const latest = useRef({ gameSession, view });
  latest.current = { gameSession, view };
  useChannel(roomsChannels[gameSession.playerContext.currency], {
    snapshot(snapshot) {
      send({ snapshot });
      setSnapshots(count => count + 1);
    },
    event: (event, data) => send({ event, data } as RoomsEvent),
  });

  const enter = useCallback(async (colour: RoomColour, stake: Micros): Promise<Entered> => {
    const { playerContext, balance, refusal } = latest.current.gameSession;
    const { playerId, currency } = playerContext;
    const { round } = latest.current.view[colour];
    if (playerId === null) return { refused: "unauthorized" };
    refusal.clear();
    setBusy(true);
    const slot = `rooms-${colour}`;
    const body = { stake: formatAmount(stake), currency, ...(round !== null && { round }) };
    // A stake for a round that has closed must not enter the next one.
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
    if (reply.kind === "no_response") leaveUnconfirmed(slot, playerId);
    const refused = reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} };
    refusal.refuse(refused);
    return { refused: refused.code };
  }, []);

  const leave = useCallback(async (colour: RoomColour) => {
    setBusy(true);
    const reply = await call(leaveRoom, { params: { colour } });
    setBusy(false);
    if (!reply.ok)
      latest.current.gameSession.refusal.refuse({ ...reply, code: reply.status === 0 ? "no_response" : reply.code });
  }, []);

  return { view, snapshots, busy, connected, enter, leave };
}

/** Whether the player has a stake in this room's unfinished round. */
const isIn = (room: RoomView) => room.state !== "paid" && room.state !== "refunded" && heldBy(room) > 0n;

/** Whole seconds until a moment of the server's clock. */
export function useSecondsTo(untilMs: number | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (untilMs === null) return setSeconds(0);
    const tick = () => setSeconds(Math.max(0, Math.ceil((untilMs - serverNow()) / 1000)));
    tick();
    const timer = setInterval(tick, 200);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}

export type { WheelPhase } from "./rooms-view.ts";

export const wheelSpinMs = 5_200;
const ticketMs = 900;

/** The animation of a round's result: the winner is not shown before the wheel stops. A visitor who arrives later sees it stopped. */
export function useWheelPhase(room: RoomView, reducedMotion: boolean): WheelPhase {
  const id = room.result?.status === "paid" ? room.result.id : null;
  const { live } = room;
  const [wheelPhase, setWheelPhase] = useState<{ id: string | null; at: WheelPhase }>({ id: null, at: "still" });
  useEffect(() => {
    if (id === null) return setWheelPhase({ id, at: "still" });
    if (!live) return setWheelPhase({ id, at: "shown" });
    setWheelPhase({ id, at: "turning" });
    const rest = reducedMotion ? 150 : wheelSpinMs;
    const timers = [
      setTimeout(() => setWheelPhase({ id, at: "ticket" }), rest),
      setTimeout(() => setWheelPhase({ id, at: "shown" }), rest + ticketMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, [id, live, reducedMotion]);
  return shownWheelPhase(id, live, wheelPhase);
}
