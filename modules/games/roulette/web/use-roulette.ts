import { useCallback, useEffect, useRef, useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { serverNow } from "#kit/web/use-api.ts";
import { leaveUnconfirmed, placeIntent } from "#modules/bets/web/place-intent.ts";
import type { Refusal } from "#modules/bets/web/refusal.ts";
import { useEndings } from "#modules/engines/shared-rounds/web/own-bets.ts";
import { useSharedRound } from "#modules/engines/shared-rounds/web/use-shared-round.ts";
import { placeRouletteBet, type RouletteOwnBet, rouletteChannel, type WireChip } from "../shared/contract.ts";
import { type Chip, payoutAt, rouletteRules, totalStake } from "../shared/rules.ts";
import { wireChips } from "./play.ts";
import {
  applyRoulette,
  emptyRouletteView,
  type RouletteSnapshot,
  type RouletteView,
  viewOfSnapshot,
} from "./roulette-view.ts";

interface TableOptions {
  readonly playerId: string | null;
  readonly currency: Currency;
  /** The table in the page's first HTML. */
  readonly first: RouletteSnapshot | null;
  onRefused(refusal: Refusal): void;
  onBalance(currency: string, balance: string): void;
}

const reducer = { empty: emptyRouletteView, ofSnapshot: viewOfSnapshot, apply: applyRoulette };
const slot = "roulette-table";
export const practicePrefix = "practice-";

/** The shared table and the player's bets on it. Results come from the server only; a guest's chips are practice bets. */
export function useRoulette(options: TableOptions) {
  const { view, send, connected } = useSharedRound(rouletteChannel, reducer, options.first);
  const [placing, setPlacing] = useState(false);
  const now = useRef({ options, view });
  now.current = { options, view };
  const rested = useRested(view);
  const session = useEndings(view.mine, options.currency, options.playerId);

  /** Bets the chips on the open spin: null when accepted, else the code of the refusal. */
  const place = useCallback(
    async (chips: readonly Chip[]): Promise<string | null> => {
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
        const answer = (reply.body as RouteOutput<typeof placeRouletteBet>).data;
        const bet = own(answer.id, answer.proof.round);
        send({ own: { ...bet, stake: answer.stake, chips: [...(sent as { chips: WireChip[] }).chips] } });
        onBalance(answer.currency, answer.balance);
        return null;
      }
      if (reply.kind === "no_response") leaveUnconfirmed(slot, playerId);
      const refusal = reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} };
      onRefused(refusal);
      return refusal.code;
    },
    [send],
  );

  // A guest's chips are paid by the rules of the spin when the ball rests; under rules newer than this page they are refunded.
  useEffect(() => {
    const { pocket, state, promised } = view;
    if (!rested || pocket === null) return;
    for (const bet of view.mine) {
      if (bet.status !== "open" || !bet.id.startsWith(practicePrefix)) continue;
      const chips = bet.chips.map(({ spot, stake }) => ({ spot, stake: parseDecimal(stake) }));
      const rules = promised?.round === bet.round ? rouletteRules.find(promised.rules_version) : undefined;
      const isPlayed = state !== "voided" && rules !== undefined;
      const payout = isPlayed ? formatAmount(payoutAt(rules, chips, pocket)) : bet.stake;
      send({ own: { ...bet, payout, pocket, status: isPlayed ? "settled" : "voided" } });
    }
  }, [view, rested, send]);

  return { view, rested, connected, placing, place, session };
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
