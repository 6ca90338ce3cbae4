import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteSpec } from "#kit/contract/route.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { call, useApi } from "#kit/web/use-api.ts";
import { browserBytes, type DemoSeeds, openDemo } from "#modules/bets/web/demo.ts";
import {
  type BetReply,
  leaveUnconfirmed,
  placeIntent,
  resumeIntent,
  sendUntilAnswered,
} from "#modules/bets/web/place-intent.ts";
import { reasonOf } from "#modules/bets/web/refusal.ts";
import type { BetEnd } from "#modules/bets/web/use-autobet.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { type DemoRound, type DemoRules, demoRound } from "./demo-rounds.ts";
import { type RoundAnswer, type ShownRound, shownRound } from "./shown-round.ts";
import { type RoundScene, useShownRounds } from "./use-shown-rounds.ts";

/** A game's calls, its demo, and how it shows a response. */
export interface RoundPlay<Start, Choice, Opening, Shown, View, Outcome> extends RoundScene<View, Outcome> {
  readonly routes: Readonly<Record<"info" | "start" | "step" | "cashOut", RouteSpec>>;
  readonly demo: DemoRules<Start, Choice, Opening, Shown, View>;
  startBody(start: Start, stake: string, currency: Currency): object;
  stepBody(choice: Choice): object;
}

export type RoundsAt<Start, Choice, View, Outcome> = ReturnType<
  typeof useRounds<Start, Choice, unknown, unknown, View, Outcome>
>;

export type Plan<Choice, View, Outcome> = (round: ShownRound<View, Outcome>) => Choice | "cash_out";

/** The rounds of a stepwise game: one at a time, restored after a reload, nothing revealed before the scene has shown it. */
export function useRounds<Start, Choice, Opening, Shown, View, Outcome>(
  gameSession: GameSession,
  play: RoundPlay<Start, Choice, Opening, Shown, View, Outcome>,
) {
  const shown = useShownRounds<View, Outcome>(gameSession, play);
  const { latest, put } = shown;
  const [pending, setPending] = useState<Choice | null>(null);
  const [busy, setBusy] = useState(false);
  const [noResponse, setNoResponse] = useState(false);
  /** Of whose rounds the state is known; undefined before the first. */
  const [knownFor, setKnownFor] = useState<string | undefined>(undefined);
  const inFlight = useRef(false);
  const seeds = useRef<DemoSeeds | undefined>(undefined);
  const demo = useRef<DemoRound<Choice, View, Outcome> | null>(null);
  const now = useRef({ gameSession, play });
  now.current = { gameSession, play };

  const draw = shown.show;
  const show = useCallback((next: ShownRound<View, Outcome>) => draw(next, () => setPending(null)), [draw]);

  /** The round's state from the server. False: it did not respond. */
  const checkOnServer = useCallback(async (): Promise<boolean> => {
    const reply = await call(now.current.play.routes.info, {});
    if (!reply.ok) return false;
    const open = (reply.body as unknown as { data: { round?: RoundAnswer<View, Outcome> } }).data.round;
    if (open) put(shownRound(open));
    else if (latest.current?.status === "open") put(null);
    return true;
  }, [put, latest]);

  /** True if the response was shown. */
  const finish = useCallback(
    async (reply: BetReply): Promise<boolean> => {
      setPending(null);
      if (reply.kind === "placed") {
        await show(shownRound((reply.body as { data: RoundAnswer<View, Outcome> }).data));
        return true;
      }
      if (reply.kind === "refused") {
        const { refusal } = now.current.gameSession;
        const open = reply.data.round as RoundAnswer<View, Outcome> | undefined;
        // Started in another tab or on another device: it is this player's round and continues here.
        if (reply.code === "round_open" && open) put(shownRound(open));
        else if (reply.code === "round_over" || reply.code === "step_not_offered") await checkOnServer();
        else refusal.refuse(reply);
        return false;
      }
      setNoResponse(!(await checkOnServer()));
      return false;
    },
    [checkOnServer, put, show],
  );

  /** Runs one request at a time, with the frame's balance held back. */
  const alone = useCallback(async <T>(otherwise: T, task: () => Promise<T>): Promise<T> => {
    if (inFlight.current) return otherwise;
    inFlight.current = true;
    setBusy(true);
    const { balance, refusal } = now.current.gameSession;
    refusal.clear();
    balance.hold();
    try {
      return await task();
    } finally {
      balance.release();
      inFlight.current = false;
      setBusy(false);
      setPending(null);
    }
  }, []);

  const begin = useCallback(
    async (start: Start, stake: Micros): Promise<BetReply | "shown"> => {
      const { gameSession: at, play: how } = now.current;
      const { playerId, currency } = at.playerContext;
      if (playerId === null) {
        seeds.current ??= openDemo(at.game, browserBytes);
        const bet = { start, stake, currency, winCap: at.info.winCap };
        demo.current = demoRound(how.demo, bet, seeds.current.round());
        await show(demo.current.now);
        return "shown";
      }
      const body = how.startBody(start, formatAmount(stake), currency);
      const { reply } = await placeIntent(at.slot, playerId, how.routes.start, body);
      // The player may choose another stake; a round that began after all is `round_open` for it.
      if (reply.kind === "no_response") leaveUnconfirmed(at.slot, playerId);
      return reply;
    },
    [show],
  );

  const sendMove = useCallback(
    async (what: "step" | "cashOut", choice: Choice | null): Promise<boolean> => {
      const { play: how } = now.current;
      const open = latest.current;
      if (open?.status !== "open") return false;
      if (open.id === null) {
        const played = demo.current;
        demo.current = (choice === null ? played?.cashOut() : played?.step(choice)) ?? null;
        if (demo.current) await show(demo.current.now);
        return true;
      }
      setPending(choice);
      const body = choice === null ? undefined : { ...how.stepBody(choice), steps: open.steps };
      return finish(await sendUntilAnswered(how.routes[what], { params: { id: open.id }, ...(body && { body }) }));
    },
    [finish, show, latest],
  );

  const start = useCallback(
    (what: Start, stake: Micros) =>
      alone(false, async () => {
        const begun = await begin(what, stake);
        return begun === "shown" || finish(begun);
      }),
    [alone, begin, finish],
  );
  const step = useCallback((choice: Choice) => alone(false, () => sendMove("step", choice)), [alone, sendMove]);
  const cashOut = useCallback(() => alone(false, () => sendMove("cashOut", null)), [alone, sendMove]);

  const playOut = useCallback(
    (what: Start, stake: Micros, plan: Plan<Choice, View, Outcome>): Promise<BetEnd> =>
      alone<BetEnd>({ kind: "refused", reason: "error" }, async () => {
        const begun = await begin(what, stake);
        if (begun !== "shown" && !(await finish(begun)))
          return { kind: "refused", reason: begun.kind === "refused" ? reasonOf(begun.code) : "error" };
        for (;;) {
          const open = latest.current;
          if (!open) return { kind: "refused", reason: "error" };
          if (open.status !== "open") return { kind: "settled", stake: open.stake, payout: open.payout };
          const next = plan(open);
          if (!(await sendMove(next === "cash_out" ? "cashOut" : "step", next === "cash_out" ? null : next)))
            return { kind: "refused", reason: "error" };
        }
      }),
    [alone, begin, sendMove, finish, latest],
  );

  const api = useApi();
  const { playerId } = gameSession.playerContext;
  const resume = useCallback(async () => {
    if (playerId === null) return setKnownFor(undefined);
    await alone(undefined, async () => {
      // A start that got no response before a reload is retried now; then the round's state is fetched.
      await resumeIntent(now.current.gameSession.slot, playerId, now.current.play.routes.start);
      setNoResponse(!(await checkOnServer()));
      setKnownFor(playerId);
    });
  }, [alone, checkOnServer, playerId]);
  useEffect(() => {
    // Not while another request is in flight, such as a guest's who has just signed in.
    if (api && !busy && knownFor !== playerId) void resume();
  }, [api, busy, knownFor, playerId, resume]);

  const wipe = useCallback(() => {
    if (latest.current?.status !== "open") put(null);
  }, [put, latest]);
  const { drawnRound, round, history, session, lastProof } = shown;
  const isOpen = round?.status === "open" || drawnRound?.status === "open";
  return {
    /** False until it is known whether a round is open; a guest's are in the page. */
    ready: playerId === null || knownFor === playerId,
    /** What the scene draws: the response, at once. */
    drawnRound,
    /** What the rest of the page may show: only what the scene has shown. */
    round,
    /** The step in flight. */
    pending,
    isOpen,
    busy,
    /** A call got no response; the round's state must be fetched. */
    noResponse,
    history,
    session,
    lastProof,
    start,
    step,
    cashOut,
    /** A whole round by a plan: the next choice, or a cash-out. */
    playOut,
    /** Fetches the round's state. */
    resume,
    /** Clears a finished round. */
    wipe,
  };
}
