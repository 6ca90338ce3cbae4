import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { call, serverNow } from "#kit/web/use-api.ts";
import { leaveUnconfirmed, placeIntent } from "#modules/bets/web/place-intent.ts";
import type { Refusal } from "#modules/bets/web/refusal.ts";
import type { BetEnd } from "#modules/bets/web/use-autobet.ts";
import { useEndings } from "#modules/engines/shared-rounds/web/own-bets.ts";
import { type RoundAction, useSharedRound } from "#modules/engines/shared-rounds/web/use-shared-round.ts";
import { type CrashOwnBet, cashOutCrashBet, crashChannel, placeCrashBet } from "../shared/contract.ts";
import { applyCrash, type CrashSnapshot, type CrashView, emptyCrashView, viewOfSnapshot } from "./crash-view.ts";
import { cashOutPractice, endPractice, isPracticeBet, practiceBet, practiceTargetMs } from "./practice.ts";
import {
  type BetRequest,
  dueBet,
  emptySlot,
  endOfRun,
  panelBets,
  panelNames,
  type RunBet,
  type Slot,
  slotPhase,
} from "./slots.ts";

export type SlotIndex = 0 | 1;

interface CrashOptions {
  readonly playerId: string | null;
  readonly currency: Currency;
  /** The round in the page's first HTML. */
  readonly first: CrashSnapshot | null;
  onRefused(slot: SlotIndex, refusal: Refusal): void;
  onBalance(currency: string, balance: string): void;
}

type Send = (action: RoundAction<typeof crashChannel, CrashOwnBet>) => void;
const reducer = { empty: emptyCrashView, ofSnapshot: viewOfSnapshot, apply: applyCrash };

/** The shared round and the player's two panels. Results come from the server only; a guest's bets are practice bets. */
export function useCrash(options: CrashOptions) {
  const { view, send, connected } = useSharedRound(crashChannel, reducer, options.first);
  const [slots, setSlots] = useState<readonly [Slot, Slot]>([emptySlot, emptySlot]);
  const { currency, playerId } = options;
  const bets = useMemo(() => panelBets({ mine: view.mine, round: view.round }), [view.mine, view.round]);
  const now = useRef({ options, view, slots, bets });
  now.current = { options, view, slots, bets };
  const change = useCallback((index: SlotIndex, part: Partial<Slot>) => {
    setSlots(([a, b]) => (index === 0 ? [{ ...a, ...part }, b] : [a, { ...b, ...part }]));
  }, []);

  const session = useEndings(view.mine, currency, playerId);
  const ends = useEnds(view);

  const place = useCallback(
    async (index: SlotIndex, request: BetRequest): Promise<string | null> => {
      const { playerId, onRefused, onBalance } = now.current.options;
      const { round } = now.current.view;
      if (round === null) return null;
      if (playerId === null) {
        const own = practiceBet(panelNames[index], round, request, now.current.view);
        send({ own });
        change(index, { queued: null });
        return own.id;
      }
      change(index, { placing: true, cashing: false, queued: null });
      const panel = panelNames[index];
      const slot = `crash-${panel}`;
      const { reply } = await placeIntent(
        slot,
        playerId,
        placeCrashBet,
        { ...bodyOf(request), round, panel },
        () => now.current.view.round === round,
      );
      if (reply.kind !== "placed") {
        if (reply.kind === "no_response") leaveUnconfirmed(slot, playerId);
        change(index, { placing: false });
        onRefused(index, reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} });
        return null;
      }
      const answer = (reply.body as { data: CrashAnswer }).data;
      send({ own: ownOf(answer, request, panel, now.current.view) });
      change(index, { placing: false });
      onBalance(answer.currency, answer.balance);
      return answer.id;
    },
    [change, send],
  );

  /** Cancels a run's bet that has not been sent. */
  const leave = useCallback(
    (index: SlotIndex) => {
      if (now.current.slots[index].queued) ends.seat(index, null, null);
      change(index, { queued: null });
    },
    [change, ends],
  );

  // A queued bet is sent as soon as its round opens.
  useEffect(() => {
    for (const index of [0, 1] as const) {
      const request = connected ? dueBet(slots[index], bets[index], view.state) : null;
      if (request?.currency !== currency || request.playerId !== playerId) continue;
      change(index, { queued: null });
      const { round } = view;
      void place(index, request).then(id => ends.seat(index, id, round));
    }
  }, [slots, bets, view, connected, currency, playerId, place, change, ends]);

  // Another player, or another active currency: queued bets are dropped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these cancel queued bets
  useEffect(() => {
    for (const index of [0, 1] as const) leave(index);
  }, [currency, playerId]);

  const bet = useCallback(
    (index: SlotIndex, request: BetRequest) => {
      const present = now.current;
      const phase = slotPhase(present.slots[index], present.bets[index], present.view.state).name;
      if (phase === "open") void place(index, request);
      else if (phase !== "placing" && phase !== "placed") change(index, { queued: request });
    },
    [place, change],
  );
  const cancel = useCallback((index: SlotIndex) => change(index, { queued: null }), [change]);

  const keys = useRef(new Map<string, string>());
  const cashOut = useCallback(
    async (index: SlotIndex) => {
      const { view: present, slots: panels, bets: own, options: to } = now.current;
      const phase = slotPhase(panels[index], own[index], present.state);
      if (phase.name !== "riding" || phase.cashing) return;
      const id = phase.bet.id;
      if (isPracticeBet(id)) return send({ own: cashOutPractice(phase.bet, present, serverNow(crashChannel.module)) });
      change(index, { cashing: true });
      const key = keys.current.get(id) ?? crypto.randomUUID();
      keys.current.set(id, key);
      const reply = await call(cashOutCrashBet, { params: { id } }, key);
      change(index, { cashing: false });
      if (!reply.ok) {
        if (reply.status !== 0) keys.current.delete(id);
        return to.onRefused(index, { ...reply, code: reply.status === 0 ? "no_response" : reply.code });
      }
      const answer = reply.body.data as unknown as CrashAnswer;
      send({ own: { ...phase.bet, status: answer.status, payout: answer.payout, multiplier: answer.multiplier } });
      to.onBalance(answer.currency, answer.balance);
    },
    [change, send],
  );

  usePracticeBets(view, send);

  /** One bet of a run: waits for the next round, and ends when the server has settled it. */
  const playOnce = useCallback(
    (index: SlotIndex, request: BetRequest): Promise<BetEnd> =>
      new Promise(resolve => {
        ends.await(index, end => resolve(end));
        change(index, { queued: request });
      }),
    [change, ends],
  );
  return { view, slots, bets, session, connected, bet, cancel, cashOut, playOnce, leave };
}

type CrashAnswer = RouteOutput<typeof placeCrashBet>["data"];

function bodyOf(request: BetRequest) {
  const target = request.autoCashOut === null ? {} : { auto_cash_out: formatHundredths(request.autoCashOut) };
  return { stake: formatAmount(request.stake), currency: request.currency, ...target };
}

function ownOf(answer: CrashAnswer, request: BetRequest, panel: "a" | "b", view: CrashView): CrashOwnBet {
  return {
    id: answer.id,
    round: answer.proof.round,
    at: new Date(serverNow(crashChannel.module)).toISOString(),
    currency: answer.currency,
    stake: answer.stake,
    payout: answer.payout,
    multiplier: answer.multiplier,
    status: answer.status,
    auto_cash_out: request.autoCashOut === null ? null : formatHundredths(request.autoCashOut),
    win_cap: view.winCaps[answer.currency]?.amount ?? "0",
    panel,
  };
}

/** Passes results to runs. */
function useEnds({ mine, round }: CrashView) {
  const waiting = useRef(new Map<SlotIndex, { bet: RunBet | null; onEnd(end: BetEnd): void }>());
  useEffect(() => {
    for (const [index, { bet, onEnd }] of waiting.current) {
      const end = bet && endOfRun(bet, { mine, round });
      if (!end) continue;
      waiting.current.delete(index);
      onEnd(end);
    }
  }, [mine, round]);
  return useMemo(
    () => ({
      await(index: SlotIndex, onEnd: (end: BetEnd) => void) {
        waiting.current.set(index, { bet: null, onEnd });
      },
      /** The run's bet now has its id and its round; null when it was refused or cancelled. */
      seat(index: SlotIndex, id: string | null, round: number | null) {
        const waiter = waiting.current.get(index);
        if (!waiter) return;
        if (id !== null && round !== null) waiting.current.set(index, { ...waiter, bet: { id, round } });
        else {
          waiting.current.delete(index);
          waiter.onEnd({ kind: "refused", reason: "error" });
        }
      },
    }),
    [],
  );
}

/** Practice bets end with the round, by the same rules. */
function usePracticeBets(view: CrashView, send: Send): void {
  useEffect(() => {
    const practice = view.mine.filter(bet => isPracticeBet(bet.id) && bet.status === "open");
    if (practice.length === 0) return;
    if (view.point !== null) {
      for (const bet of practice) send({ own: endPractice(bet, view.point, view.state === "voided") });
      return;
    }
    if (view.state !== "flying" || view.startedAtMs === null) return;
    const started = view.startedAtMs;
    const timers = practice.map(bet =>
      setTimeout(
        () => send({ own: cashOutPractice(bet, view, started + practiceTargetMs(bet)) }),
        started + practiceTargetMs(bet) - serverNow(crashChannel.module),
      ),
    );
    return () => timers.forEach(clearTimeout);
  }, [view, send]);
}
