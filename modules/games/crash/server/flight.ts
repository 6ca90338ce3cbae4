import { multiplierAt, timeOf } from "../shared/climb.ts";
import { automaticCashOut, type CrashBet, cashOutOf, flightMs, minCashOut } from "../shared/rules.ts";

/** Payout of a player's cash-out at its timestamp. */
export type Verdict =
  | { readonly kind: "won"; readonly multiplier: number; readonly isAutomatic: boolean }
  | { readonly kind: "too_early" }
  | { readonly kind: "too_late" };

/**
 * One flight on its owner's clock. The point is inside and cannot be read from outside: no JSON, log, spread or clone of a flight
 * holds it; only `end` returns it, which is called when the flight is over.
 */
export class Flight {
  readonly #point: number;
  /** Monotonic time of 1.00x. */
  readonly #startedAt: number;

  /** @param point hundredths @param startedAt the owner's monotonic clock, milliseconds */
  constructor(point: number, startedAt: number) {
    this.#point = point;
    this.#startedAt = startedAt;
  }

  /** Whole milliseconds since the start. */
  elapsed(monotonic: number): number {
    return Math.floor(monotonic - this.#startedAt);
  }

  /** Milliseconds from now until the multiplier is there, or until the round is over where that comes first. */
  timeTo(multiplier: number | null, monotonic: number): number {
    const end = flightMs(this.#point);
    const due = multiplier === null ? end : Math.min(timeOf(multiplier), end);
    return Math.max(0, this.#startedAt + due - monotonic);
  }

  isOver(monotonic: number): boolean {
    return this.elapsed(monotonic) >= flightMs(this.#point);
  }

  /** Whether an automatic cash-out at this multiplier is due by now and wins. */
  isDue(target: number, monotonic: number): boolean {
    return target <= this.#point && target <= multiplierAt(this.elapsed(monotonic));
  }

  /** Payout of a cash-out stamped at this moment: the timestamp decides, however late it is processed. */
  judge(bet: CrashBet, stamp: number): Verdict {
    const elapsed = this.elapsed(stamp);
    const shown = multiplierAt(elapsed);
    if (shown < minCashOut) return { kind: "too_early" };
    const multiplier = cashOutOf(bet, this.#point, elapsed);
    return multiplier === null
      ? { kind: "too_late" }
      : { kind: "won", multiplier, isAutomatic: shown >= automaticCashOut(bet) };
  }

  /** The point, once the flight is over. */
  end(monotonic: number): number {
    if (!this.isOver(monotonic)) throw new Error("the point is not said before the flight is over");
    return this.#point;
  }
}
