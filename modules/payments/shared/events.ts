import { event } from "#kit/contract/event.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PayoutTopic } from "./payout-questions.ts";
import type { PayoutStatus } from "./payouts.ts";
import type { RefundStatus } from "./refunds.ts";

/** A deposit was credited. */
export const depositCredited = event<{
  player: PlayerId;
  invoice: Uuid;
  currency: Currency;
  amount: Micros;
  /** No deposit of the player was credited before. */
  isFirst: boolean;
}>({ name: "depositCredited", module: "payments", summary: "A deposit was credited" });

/** A deposit was refused by the limit that the player set. Nothing was stored. */
export const depositRefusedByLimit = event<{ player: PlayerId }>({
  name: "depositRefusedByLimit",
  module: "payments",
  summary: "A deposit was refused by the limit that the player set",
});

/** A payout was requested, or reached another status. `label`: where the money goes, as the player sees it. */
export const payoutChanged = event<{
  player: PlayerId;
  payout: Uuid;
  status: PayoutStatus;
  currency: Currency;
  amount: Micros;
  label: string;
}>({ name: "payoutChanged", module: "payments", summary: "A payout was requested or reached another status" });

/** A refund of a deposit was ordered, or reached another status. */
export const refundChanged = event<{
  player: PlayerId;
  refund: Uuid;
  status: RefundStatus;
  currency: Currency;
  amount: Micros;
}>({
  name: "refundChanged",
  module: "payments",
  summary: "A refund of a deposit was ordered or reached another status",
});

/** An operator asked about a payout that waits for approval. */
export const payoutQuestioned = event<{
  player: PlayerId;
  payout: Uuid;
  question: Uuid;
  topic: PayoutTopic;
  currency: Currency;
  amount: Micros;
  label: string;
}>({ name: "payoutQuestioned", module: "payments", summary: "An operator asked about a payout" });
