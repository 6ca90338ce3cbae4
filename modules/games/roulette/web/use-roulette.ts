import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { serverNow, useChannel, useConnected, useHurry } from "#kit/web/use-api.ts";
import { dropIntent, placeIntent } from "#modules/bets/web/place-intent.ts";
import type { Refusal } from "#modules/bets/web/refusal.ts";
import { countBet, freshSession, type Session } from "#modules/bets/web/session.ts";
import { noteVisitBet } from "#modules/bets/web/visit-totals.ts";
import { placeRouletteBet, type RouletteOwnBet, rouletteChannel, type WireChip } from "../shared/contract.ts";
import { type Chip, payoutAt, rouletteRules, totalStake } from "../shared/rules.ts";
import { wireChips } from "./play.ts";
import {
  applyRoulette,
  emptyRouletteView,
  type RouletteEvent,
  type RouletteSnapshot,
  type RouletteView,
  viewOfSnapshot,
  withOwnBet,
} from "./roulette-view.ts";

interface TableOptions {
  readonly playerId: string | null;
  readonly currency: Currency;
  /** The table in the page's first HTML. */
  readonly first: RouletteSnapshot | null;
  onRefused(refusal: Refusal): void;
  onBalance(currency: string, balance: string): void;
}

type ViewAction = { snapshot: RouletteSnapshot } | RouletteEvent | { own: RouletteOwnBet };

function reduceView(view: RouletteView, action: ViewAction): RouletteView {
  if ("snapshot" in action) return viewOfSnapshot(action.snapshot, view);
  return "own" in action ? withOwnBet(view, action.own) : applyRoulette(view, action);
}

const slot = "roulette-table";
export const practicePrefix = "paper-";

/** The shared table and the player's bets on it. Results come from the server only; a guest's chips are practice bets. */
export function useRoulette(options: TableOptions) {
  const [view, send] = useReducer(reduceView, options.first, first =>
    first ? viewOfSnapshot(first) : emptyRouletteView,
  );
  const [placing, setPlacing] = useState(false);
  const connected = useConnected(rouletteChannel.module);
  const now = useRef({ options, view });
  now.current = { options, view };
  useChannel(rouletteChannel, {
    snapshot: snapshot => send({ snapshot }),
    event: (event, data) => send({ event, data } as RouletteEvent),
  });
  useHurry(
    rouletteChannel.module,
    view.mine.some(bet => bet.status === "open"),
  );
  const rested = useRested(view);
  const session = useEndings(view, options.currency);

  /** Bets the chips on the open spin: null when accepted, else the code of the refusal. */
  const place = useCallback(async (chips: readonly Chip[]): Promise<string | null> => {
    const { playerId, currency, onRefused, onBalance } = now.current.options;
    const { round } = now.current.view;
    if (round === null) return "betting_closed";
    const own = (id: string, ofRound: number): RouletteOwnBet => ({
      id,
      round: ofRound,
      at: new Date(serverNow(rouletteChannel.module)).toISOString(),
      currency,
      stake: formatAmount(totalStake(chips)),
      payout: "0",
      multiplier: "0.00",
      status: "open",
      pocket: null,
      chips: wireChips(chips),
    });
    if (playerId === null) {
      send({ own: own(`${practicePrefix}${round}-${now.current.view.mine.length}`, round) });
      return null;
    }
    setPlacing(true);
    const body = { chips: wireChips(chips), currency, round };
    const stillOpen = () => now.current.view.round === round;
    const { reply, sent } = await placeIntent(slot, playerId, placeRouletteBet, body, stillOpen);
    setPlacing(false);
    if (reply.kind === "placed") {
      const answer = (reply.body as { data: Answer }).data;
      const bet = own(answer.id, answer.proof.round);
      send({ own: { ...bet, stake: answer.stake, chips: [...(sent as { chips: WireChip[] }).chips] } });
      onBalance(answer.currency, answer.balance);
      return null;
    }
    if (reply.kind === "no_response") dropIntent(slot, playerId);
    const refusal = reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} };
    onRefused(refusal);
    return refusal.code;
  }, []);

  // A guest's chips are paid by the same rules when the ball rests.
  useEffect(() => {
    const { pocket, state } = view;
    if (!rested || pocket === null) return;
    for (const bet of view.mine) {
      if (bet.status !== "open" || !bet.id.startsWith(practicePrefix)) continue;
      const chips = bet.chips.map(({ spot, stake }) => ({ spot, stake: parseDecimal(stake) }));
      const payout = state === "voided" ? bet.stake : formatAmount(payoutAt(rouletteRules.current, chips, pocket));
      send({ own: { ...bet, payout, pocket, status: state === "voided" ? "voided" : "settled" } });
    }
  }, [view, rested]);

  return { view, rested, connected, placing, place, session };
}

interface Answer {
  readonly id: string;
  readonly currency: string;
  readonly stake: string;
  readonly balance: string;
  readonly proof: { readonly round: number };
}

/** Whether the ball of the current spin rests, so that its number may be shown. */
function useRested(view: RouletteView): boolean {
  const { state, restsAtMs, round } = view;
  const over = state === "settled" || state === "voided";
  const [restedRound, setRestedRound] = useState<number | null>(null);
  useEffect(() => {
    if (state !== "landed" || restsAtMs === null) return;
    const timer = setTimeout(() => setRestedRound(round), restsAtMs - serverNow(rouletteChannel.module));
    return () => clearTimeout(timer);
  }, [state, restsAtMs, round]);
  return over || (state === "landed" && restedRound === round);
}

/** Counts each own bet of the active currency once, when it has ended. */
function useEndings(view: RouletteView, currency: Currency): Session {
  const [session, setSession] = useState<Session>(freshSession);
  const open = useRef(new Set<string>());
  useEffect(() => {
    for (const bet of view.mine) {
      if (bet.status === "open") open.current.add(bet.id);
      // Bets that had ended before this page was opened belong to another visit.
      else if (open.current.delete(bet.id) && bet.status === "settled") {
        const [stake, payout] = [parseDecimal(bet.stake), parseDecimal(bet.payout)];
        noteVisitBet({ id: bet.id, currency: bet.currency, stake, payout });
        if (bet.currency === currency) setSession(counted => countBet(counted, stake, payout));
      }
    }
  }, [view.mine, currency]);
  return session;
}
