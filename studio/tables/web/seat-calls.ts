import type { PagePort } from "#studio/frame/web/page-port.ts";
import type { RoundFacts } from "../shared/calls.ts";
import type { Move } from "../shared/turns.ts";
import type { OwnBets } from "./own-bets.ts";
import type { SeatCalls } from "./stage.ts";
import type { TableSound } from "./table-sound.ts";

interface Needs {
  readonly own: OwnBets;
  readonly sound: TableSound;
  readonly port: PagePort;
  round(): RoundFacts | null;
  /** After a seat was taken or left. */
  seatChanged(seat: number, isTaken: boolean): void;
  failed(error: unknown): void;
  show(): void;
}

/** Seats and decisions, one decision at a time. */
export function createSeatCalls({ own, sound, port, round, seatChanged, failed, show }: Needs): SeatCalls {
  let isDeciding = false;

  async function change(seat: number, isTaken: boolean): Promise<void> {
    sound.wake();
    try {
      await own.seat(seat, isTaken);
      seatChanged(seat, isTaken);
      sound.click();
    } catch (error) {
      failed(error);
    }
    show();
  }

  async function decide(move: Move): Promise<void> {
    const current = round();
    if (!current || isDeciding) return;
    isDeciding = true;
    sound.wake();
    show();
    try {
      await own.act(current.number, move, current.play?.view ?? null);
      sound.click();
      port.send({ type: "balance-changed" });
    } catch (error) {
      failed(error);
    } finally {
      isDeciding = false;
      show();
    }
  }

  return {
    own: () => own.seats,
    isBusy: () => isDeciding,
    sit: seat => void change(seat, true),
    leave: seat => void change(seat, false),
    act: move => void decide(move),
  };
}
