import { event } from "#kit/contract/event.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Operators voided a settled round. `returned`: its stakes; `taken`: its wins, `owed` of them is a debt of the player. */
export const roundVoided = event<{
  player: PlayerId;
  round: Uuid;
  currency: Currency;
  returned: Micros;
  taken: Micros;
  owed: Micros;
}>({ name: "roundVoided", module: "providers", summary: "Operators voided a settled round of a provider" });
