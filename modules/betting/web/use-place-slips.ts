import { useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { notify } from "#kit/web/notify.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useApi } from "#kit/web/use-api.ts";
import { type Refusal, useRefusal } from "#modules/bets/web/refusal.ts";
import { getEvent } from "#modules/odds/shared/contract.ts";
import { type BettingSlip, getBettingSlips, quoteBuilder } from "../shared/contract.ts";
import { listFreeBets } from "../shared/free-bet-contract.ts";
import { editedSlip } from "./edited-slip.ts";
import { type Edit, placeSlips } from "./place-slips.ts";
import { policySetting } from "./slip-settings.tsx";
import { type Selection, slipStore } from "./slip-store.ts";
import type { SlipDraft } from "./use-slip-draft.ts";

/** Places a draft; several singles one after the other, until one is refused. */
export function usePlaceSlips(
  currency: Currency,
  language: Language,
  onAccepted: (slips: readonly BettingSlip[]) => void,
) {
  const { t } = useTranslation("betting");
  // My bets follows no channel: nothing else opens what slips are sent over.
  useApi();
  const cache = useRouteCache();
  const policy = policySetting.use();
  const { refusal, refuse, clear } = useRefusal(currency, language);
  const [placing, setPlacing] = useState<number | null>(null);
  const [placedBefore, setPlacedBefore] = useState(0);
  /** The highest stake that the limits of the refused slip leave. */
  const [most, setMost] = useState<bigint | null>(null);
  const isBusy = placing !== null;

  async function place(player: string | undefined, draft: SlipDraft, edit: Edit | null): Promise<void> {
    const { selections, prices, choice, bankers, unit, builder } = draft;
    if (player === undefined || unit === null || isBusy) return;
    clear();
    setMost(null);
    setPlacedBefore(0);
    setPlacing(0);
    const shown = selections.map((each, position) => withPrice(each, prices[position]));
    if (draft.isMoved) slipStore.accept(new Map(prices.map((price, position) => [position, price])));
    const { placed, refused } = await placeSlips({
      player,
      selections: shown,
      choice,
      bankers,
      unit: formatAmount(unit),
      currency,
      policy,
      quote: builder.quote?.quote,
      eachWay: draft.eachWay !== undefined,
      freeBet: draft.staking.freeBet?.id,
      edit,
      onPlaced: setPlacing,
    });
    setPlacing(null);
    if (placed.length > 0) void cache.invalidate(getBettingSlips);
    if (draft.staking.freeBet) void cache.invalidate(listFreeBets);
    if (!refused && edit) {
      editedSlip.end();
      notify({ kind: "info", lines: [t("edit.done")] });
    }
    if (!refused) return onAccepted(placed);
    setPlacedBefore(placed.length);
    // Prices that looked open are read again: what refused the slip may not have reached the page.
    void cache.invalidate(getEvent);
    if (choice === "builder") void cache.invalidate(quoteBuilder);
    const stake = mostStakeOf(refused);
    setMost(stake);
    refuse(Object.assign({}, refused, { message: messageOf(refused, stake) }));
  }

  /** Why, in the words of a slip: with the stake that fits, and with what happened in the match. */
  function messageOf({ message, data }: Refusal, stake: bigint | null): string {
    if (Array.isArray(data.changed)) return t("slip.changed");
    if (stake === null) return message;
    if (stake === 0n) return t("slip.limit_full");
    const limit = limits.find(each => each === data.limit) ?? "win";
    return t(`slip.limits.${limit}`, { stake: showMoney(micros(stake), currency, language) });
  }

  return { place, isBusy, refusal, placedBefore, most: refusal === null ? null : most };
}

const limits = ["win_cap", "win", "your_limit", "exposure"] as const;

function mostStakeOf({ code, data }: Refusal): bigint | null {
  return code === "limit_exceeded" && typeof data.max_stake === "string" ? parseDecimal(data.max_stake) : null;
}

const withPrice = ({ event, market, spec, outcome, price }: Selection, now: string | undefined): Selection => {
  return { event, market, spec, outcome, price: now ?? price };
};
