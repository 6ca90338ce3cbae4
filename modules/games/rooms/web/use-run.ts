import { useEffect, useRef } from "react";
import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { StakeLimits } from "#modules/bets/shared/stakes.ts";
import { reasonOf } from "#modules/bets/web/refusal.ts";
import { type BetEnd, useAutobet } from "#modules/bets/web/use-autobet.ts";
import { waitUntil } from "#modules/engines/shared-rounds/web/wait-until.ts";
import type { PastRoomRound } from "../shared/contract.ts";
import type { RoomView } from "./rooms-view.ts";
import type { Entered, WheelPhase } from "./use-rooms.ts";

interface RunOf {
  readonly room: RoomView;
  readonly wheelPhase: WheelPhase;
  readonly connected: boolean;
  readonly limits: StakeLimits;
  readonly balance: bigint | undefined;
  enter(stake: Micros): Promise<Entered>;
}

/** A run in a room: one stake per round, the next when the wheel has shown the last result. */
export function useRun(of: RunOf) {
  const latest = useRef(of);
  latest.current = of;
  const left = useRef(false);
  const stopping = useRef(false);
  const before = useRef<number | null>(null);
  useEffect(
    () => () => {
      left.current = true;
    },
    [],
  );

  async function place(stake: Micros): Promise<BetEnd> {
    const given = { kind: "refused", reason: "error" } as const;
    if (!(await waitUntil(isOpen, () => left.current || stopping.current))) return given;
    const entered = await latest.current.enter(stake);
    if ("refused" in entered) return { kind: "refused", reason: reasonOf(entered.refused) };
    before.current = entered.round;
    if (
      !(await waitUntil(
        () => endOf(latest.current, entered.round) !== null,
        () => left.current,
      ))
    )
      return given;
    const past = endOf(latest.current, entered.round);
    return { kind: "settled", stake, payout: past ? paidTo(past, me(entered.round), stake) : micros(0n) };
  }

  function isOpen(): boolean {
    const { room, connected } = latest.current;
    return connected && (room.state === "waiting" || room.state === "counting") && room.round !== before.current;
  }

  /** The player's public id in a round, as long as the page shows it. */
  const names = useRef(new Map<number, string>());
  if (of.room.round !== null && of.room.me !== null) names.current.set(of.room.round, of.room.me);
  const me = (round: number) => names.current.get(round) ?? null;

  const autobet = useAutobet(of.limits, place, 600, of.balance);
  stopping.current = autobet.state.phase === "running" && autobet.state.stopping !== null;
  return { autobet, running: autobet.state.phase === "running" };
}

/** The result of a round, once nothing on the page waits for it. */
function endOf({ room, wheelPhase }: Pick<RunOf, "room" | "wheelPhase">, round: number): PastRoomRound | null {
  const shown = room.round !== round || wheelPhase === "shown" || room.state === "refunded";
  return (shown && room.history.find(past => past.round === round)) || null;
}

/** The player's payout of a round. Without a winner every stake was refunded. */
export function paidTo(past: PastRoomRound, me: string | null, stake: Micros): Micros {
  if (past.status === "refunded") return stake;
  return past.winner?.id === me && past.payout !== null ? parseDecimal(past.payout) : micros(0n);
}
