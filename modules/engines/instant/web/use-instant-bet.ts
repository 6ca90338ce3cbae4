import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { browserBytes, type DemoSeeds, openDemo } from "#modules/bets/web/demo.ts";
import { type BetReply, isUnanswered, placeIntent, resumeIntent } from "#modules/bets/web/place-intent.ts";
import { reasonOf } from "#modules/bets/web/refusal.ts";
import { countBet, freshSession, type Session } from "#modules/bets/web/session.ts";
import type { BetEnd } from "#modules/bets/web/use-autobet.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { noteVisitBet } from "#modules/bets/web/visit-totals.ts";
import { type Hidden, openVeil } from "./veil.ts";

const historyLimit = 6;

/** A settled bet as the scene shows it: choice and outcome. */
export interface ShownBet<C, O> {
  /** The public id of the bet; null for demo bets, which are not stored. */
  readonly id: string | null;
  readonly choice: C;
  readonly outcome: O;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly currency: Currency;
}

/** How a game's bets are sent, parsed, drawn in demo play, and shown. */
export interface InstantPlay<C, O> {
  readonly route: RouteSpec;
  /** The body of the request. */
  body(choice: C, stake: string, currency: Currency): object;
  /** Choice and outcome from the body that was sent (possibly of an older intent) and the outcome in the response. */
  read(sent: unknown, outcome: unknown): { readonly choice: C; readonly outcome: O };
  /** Demo play: by the game's own rules. */
  draw(stream: WordStream, choice: C, stake: Micros): { readonly outcome: O; readonly payout: Micros };
  /** Animates a result that the player has not seen yet. Not called in instant mode. */
  reveal(shown: ShownBet<C, O>, before: ShownBet<C, O> | null, fast: boolean): Promise<void>;
  /** Fast play shortens the animation but keeps it. */
  readonly shorter?: boolean;
  /** How many results may be animating at once; one unless given. */
  readonly atOnce?: number;
  /** Shows a result without animation, in games whose picture does not follow from `last` alone. */
  still?(shown: ShownBet<C, O>): void;
  /** A sound for the result just shown; none for a loss. */
  cue(shown: ShownBet<C, O>): void;
}

export interface InstantBets<C, O> {
  /** Plays once, or does nothing while a bet is in flight: a double click is one bet. */
  place(choice: C, stake: Micros): Promise<BetEnd>;
  /** Retries a bet that got no response: the same bet under the same key. */
  resume(): Promise<void>;
  /** Clears the last result. */
  wipe(): void;
  readonly busy: boolean;
  /** A bet got no response. */
  readonly noResponse: boolean;
  readonly last: ShownBet<C, O> | null;
  /** False while a result is animating. */
  readonly revealed: boolean;
  /** Bets whose results are animating: nothing but the scene may show them yet. */
  readonly unseen: readonly string[];
  /** Results already shown, newest first. */
  readonly history: readonly ShownBet<C, O>[];
  readonly session: Session;
  /** The nonce of the last bet that used one. */
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

/** One bet at a time in an instant game; nothing on the page reveals a result before the scene has shown it. */
export function useInstantBet<C, O>(gameSession: GameSession, play: InstantPlay<C, O>): InstantBets<C, O> {
  const [busy, setBusy] = useState(false);
  const [noResponse, setNoResponse] = useState(false);
  const isLost = useRef(false);
  const [last, setLast] = useState<ShownBet<C, O> | null>(null);
  const [hidden, setHidden] = useState<readonly Hidden[]>([]);
  const [history, setHistory] = useState<readonly ShownBet<C, O>[]>([]);
  const [session, setSession] = useState<Session>(freshSession);
  const [proof, setProof] = useState<InstantBets<C, O>["lastProof"]>(null);
  const inFlight = useRef(false);
  const demo = useRef<DemoSeeds | undefined>(undefined);
  const before = useRef<ShownBet<C, O> | null>(null);
  const veil = useRef(openVeil());
  const now = useRef({ gameSession, play });
  now.current = { gameSession, play };

  const show = useCallback(async (shown: ShownBet<C, O>, answer: Answer | null): Promise<BetEnd> => {
    const { gameSession: at, play: how } = now.current;
    const several = (how.atOnce ?? 1) > 1;
    const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const isStill = reducedMotion || (at.fast.on && !how.shorter);
    const veiled = veil.current.lay({ id: shown.id, payout: shown.payout }, answer?.balance);
    // Set together: a result is never visible before its animation starts.
    if (!several) setLast(shown);
    if (!isStill) setHidden(veil.current.hidden());
    if (answer && several) at.balance.show(answer.currency, formatAmount(veil.current.balance()));
    if (isStill) how.still?.(shown);
    else await how.reveal(shown, before.current, at.fast.on);
    before.current = shown;
    veil.current.lift(veiled);
    setHidden(veil.current.hidden());
    if (several) setLast(shown);
    setHistory(rows => [shown, ...rows].slice(0, historyLimit));
    setSession(counted => countBet(counted, shown.stake, shown.payout));
    const { own, balance, sound } = now.current.gameSession;
    if (answer) {
      noteVisitBet({ id: answer.id, currency: answer.currency, stake: shown.stake, payout: shown.payout });
      setProof({ nonce: answer.proof.nonce, hash: answer.proof.server_seed_hash });
      own.add(answer.id);
      balance.show(answer.currency, formatAmount(veil.current.balance()));
      if (several && veil.current.hidden().length === 0 && !inFlight.current) balance.release();
    }
    if (sound.on) now.current.play.cue(shown);
    return { kind: "settled", stake: shown.stake, payout: shown.payout };
  }, []);

  const finish = useCallback(
    (reply: BetReply, sent: unknown): BetEnd | Promise<BetEnd> => {
      isLost.current = reply.kind === "no_response";
      setNoResponse(isLost.current);
      if (reply.kind === "no_response") return { kind: "refused", reason: "error" };
      if (reply.kind === "refused") {
        now.current.gameSession.refusal.refuse(reply);
        return { kind: "refused", reason: reasonOf(reply.code) };
      }
      const answer = (reply.body as { data: Answer }).data;
      const { id, currency } = answer;
      const [stake, payout] = [parseDecimal(answer.stake), parseDecimal(answer.payout)];
      return show({ id, currency, stake, payout, ...now.current.play.read(sent, answer.outcome) }, answer);
    },
    [show],
  );

  /** Sends one request at a time, with the frame's balance held back; animates one result at a time, unless the game shows several at once. */
  const runExclusive = useCallback(async (task: () => Promise<() => BetEnd | Promise<BetEnd>>): Promise<BetEnd> => {
    const most = now.current.play.atOnce ?? 1;
    if (inFlight.current || (most > 1 && veil.current.hidden().length >= most))
      return { kind: "refused", reason: "error" };
    inFlight.current = true;
    setBusy(true);
    const { balance } = now.current.gameSession;
    balance.hold();
    let isFree = false;
    const free = () => {
      if (isFree) return;
      isFree = true;
      if (veil.current.hidden().length === 0) balance.release();
      inFlight.current = false;
      setBusy(false);
    };
    try {
      const end = await task();
      if (most === 1) return await end();
      const shown = end();
      free();
      return await shown;
    } finally {
      free();
    }
  }, []);

  const place = useCallback(
    (choice: C, stake: Micros) =>
      runExclusive(async () => {
        const { play: how, gameSession: at } = now.current;
        const { playerId, currency } = at.playerContext;
        at.refusal.clear();
        if (playerId === null) {
          demo.current ??= openDemo(at.game, browserBytes);
          const drawn = how.draw(demo.current.next(), choice, stake);
          return () => show({ id: null, choice, stake, currency, ...drawn }, null);
        }
        const body = how.body(choice, formatAmount(stake), currency);
        const { reply, sent } = await placeIntent(at.slot, playerId, how.route, body);
        return () => finish(reply, sent);
      }),
    [runExclusive, finish, show],
  );

  const { playerId } = gameSession.playerContext;
  const resume = useCallback(async () => {
    const { slot } = now.current.gameSession;
    if (playerId === null) return;
    // An empty pending request must not block the first press.
    if (!isUnanswered(slot, playerId)) {
      // Too long ago to be sent again.
      if (isLost.current) now.current.gameSession.refusal.refuse({ code: "no_response", message: "", data: {} });
      isLost.current = false;
      return setNoResponse(false);
    }
    await runExclusive(async () => {
      const resumed = await resumeIntent(slot, playerId, now.current.play.route);
      return () => (resumed ? finish(resumed.reply, resumed.sent) : { kind: "refused", reason: "error" });
    });
  }, [runExclusive, finish, playerId]);
  useEffect(() => void resume(), [resume]);

  const wipe = useCallback(() => setLast(null), []);
  const unseen = hidden.flatMap(({ id }) => (id === null ? [] : [id]));
  const revealed = hidden.length === 0;
  return { place, resume, wipe, busy, noResponse, last, revealed, unseen, history, session, lastProof: proof };
}
