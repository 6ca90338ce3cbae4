import { event } from "#kit/contract/event.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** A player's money arrived and can be played. */
export const depositCredited = event<{
  player: PlayerId;
  invoice: Uuid;
  currency: Currency;
  amount: Micros;
}>({ name: "depositCredited", module: "payments", summary: "A deposit was credited" });
