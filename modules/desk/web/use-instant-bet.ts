import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { browserBytes, type DemoSeeds, openDemo } from "./demo.ts";
import { type BetReply, isUnanswered, placeIntent, resumeIntent } from "./place-intent.ts";
import { countBet, freshSession, type Session } from "./session.ts";
import type { BetEnd } from "./use-autobet.ts";
import type { GameDesk } from "./use-game-desk.ts";

const historyKept = 6;

/** A decided bet as a stage shows it: what was chosen, and what came of it. */
export interface ShownBet<C, O> {
  /** The outside name of the bet; null for demo bets, which nobody else knows. */
  readonly id: string | null;
  readonly choice: C;
  readonly outcome: O;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly currency: Currency;
}

/** What a game of instant bets tells the desk of itself: how its bets are sent, read, drawn in demo play, and shown. */
export interface InstantPlay<C, O> {
  readonly route: RouteSpec;
  /** The body of the request. */
  body(choice: C, stake: string, currency: Currency): object;
  /** Choice and outcome from the body that was sent, which may be that of an older intent, and the outcome that was answered. */
  read(sent: unknown, outcome: unknown): { readonly choice: C; readonly outcome: O };
  /** Demo play: by the very rules of the game. */
  draw(stream: WordStream, choice: C, stake: Micros): { readonly outcome: O; readonly payout: Micros };
  /** Shows a result that the player has not seen yet. Not called where results come at once. */
  reveal(shown: ShownBet<C, O>, before: ShownBet<C, O> | null, fast: boolean): Promise<void>;
  /** Fast play has a shorter motion, not none. */
  readonly shorter?: boolean;
  /** Puts a result on the stage without a motion, where that takes more than `last`. */
  still?(shown: ShownBet<C, O>): void;
  /** A sound for what the stage has just shown; none for a loss. */
  cue(shown: ShownBet<C, O>): void;
}

export interface InstantBets<C, O> {
  /** Plays once, or does nothing while a bet is on its way: a double click is one bet. */
  place(choice: C, stake: Micros): Promise<BetEnd>;
  /** Asks again for the answer to a bet that got none: the same bet under the same key. */
  resume(): Promise<void>;
  /** Takes the last result off the stage. */
  wipe(): void;
  readonly busy: boolean;
  /** A bet got no answer. */
  readonly unheard: boolean;
  readonly last: ShownBet<C, O> | null;
  /** False while the result of `last` is on its way to the player's eyes. */
  readonly revealed: boolean;
  /** What the player has seen, newest first. */
  readonly history: readonly ShownBet<C, O>[];
  readonly session: Session;
  /** Of the last bet that used up a nonce. */
  readonly lastProof: { readonly nonce: number; readonly hash: string } | null;
}

interface Answer {
  readonly id: string;
  readonly currency: Currency;
  readonly stake: string;
  readonly payout: string;
  readonly balance: string;
  readonly outcome?: unknown;
  readonly proof: { readonly nonce: number; readonly server_seed_hash: string };
}

/** One bet at a time of a game that is decided at once; nothing on the page tells a result before the stage has shown it. */
export function useInstantBet<C, O>(desk: GameDesk, play: InstantPlay<C, O>): InstantBets<C, O> {
  const [busy, setBusy] = useState(false);
  const [unheard, setUnheard] = useState(false);
  const [last, setLast] = useState<ShownBet<C, O> | null>(null);
  const [revealed, setRevealed] = useState(true);
  const [history, setHistory] = useState<readonly ShownBet<C, O>[]>([]);
  const [session, setSession] = useState<Session>(freshSession);
  const [proof, setProof] = useState<InstantBets<C, O>["lastProof"]>(null);
  const inFlight = useRef(false);
  const demo = useRef<DemoSeeds | undefined>(undefined);
  const before = useRef<ShownBet<C, O> | null>(null);
  const now = useRef({ desk, play });
  now.current = { desk, play };

  const show = useCallback(async (shown: ShownBet<C, O>, answer: Answer | null) => {
    const { desk: at, play: how } = now.current;
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const still = calm || (at.fast.on && !how.shorter);
    // Both in one picture: a result is never seen before its motion.
    setLast(shown);
    setRevealed(still);
    if (still) how.still?.(shown);
    else await how.reveal(shown, before.current, at.fast.on);
    before.current = shown;
    setRevealed(true);
    setHistory(rows => [shown, ...rows].slice(0, historyKept));
    setSession(counted => countBet(counted, shown.stake, shown.payout));
    const { own, balance, sound } = now.current.desk;
    if (answer) {
      setProof({ nonce: answer.proof.nonce, hash: answer.proof.server_seed_hash });
      own.add(answer.id);
      balance.show(answer.currency, answer.balance);
    }
    if (sound.on) now.current.play.cue(shown);
    return { kind: "settled", stake: shown.stake, payout: shown.payout } as const;
  }, []);

  const finish = useCallback(
    async (reply: BetReply, sent: unknown): Promise<BetEnd> => {
      setUnheard(reply.kind === "unheard");
      if (reply.kind === "unheard") return { kind: "refused", reason: "error" };
      if (reply.kind === "refused") {
        now.current.desk.refusal.refuse(reply);
        return { kind: "refused", reason: reasonOf(reply.code) };
      }
      const answer = (reply.body as { data: Answer }).data;
      const { id, currency } = answer;
      const [stake, payout] = [parseDecimal(answer.stake), parseDecimal(answer.payout)];
      return show({ id, currency, stake, payout, ...now.current.play.read(sent, answer.outcome) }, answer);
    },
    [show],
  );

  /** Runs one thing at a time, with the balance of the frame held back. */
  const alone = useCallback(async (task: () => Promise<BetEnd>): Promise<BetEnd> => {
    if (inFlight.current) return { kind: "refused", reason: "error" };
    inFlight.current = true;
    setBusy(true);
    const { balance } = now.current.desk;
    balance.hold();
    try {
      return await task();
    } finally {
      balance.release();
      inFlight.current = false;
      setBusy(false);
    }
  }, []);

  const place = useCallback(
    (choice: C, stake: Micros) =>
      alone(async () => {
        const { play: how, desk: at } = now.current;
        const { playerId, currency } = at.table;
        at.refusal.clear();
        if (playerId === null) {
          demo.current ??= openDemo(at.game, browserBytes);
          return show({ id: null, choice, stake, currency, ...how.draw(demo.current.next(), choice, stake) }, null);
        }
        const body = how.body(choice, formatAmount(stake), currency);
        const { reply, sent } = await placeIntent(at.slot, playerId, how.route, body);
        return finish(reply, sent);
      }),
    [alone, finish, show],
  );

  const { playerId } = desk.table;
  const resume = useCallback(async () => {
    const { slot } = now.current.desk;
    if (playerId === null) return;
    // Nothing to ask for must not be in the way of the first press.
    if (!isUnanswered(slot, playerId)) return setUnheard(false);
    await alone(async () => {
      const resumed = await resumeIntent(slot, playerId, now.current.play.route);
      return resumed ? finish(resumed.reply, resumed.sent) : { kind: "refused", reason: "error" };
    });
  }, [alone, finish, playerId]);
  useEffect(() => void resume(), [resume]);

  const wipe = useCallback(() => setLast(null), []);
  return { place, resume, wipe, busy, unheard, last, revealed, history, session, lastProof: proof };
}

const limitCodes = [
  "stake_out_of_limits",
  "win_cap",
  "limit_reached",
  "limit_unchecked",
  "play_time_over",
  "reality_check_due",
];

/** Why a run of autobet ends with this refusal. */
export function reasonOf(code: string): "limits" | "funds" | "error" {
  if (code === "insufficient_funds") return "funds";
  return limitCodes.includes(code) ? "limits" : "error";
}
