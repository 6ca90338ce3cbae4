import { event } from "#kit/contract/event.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { GrantEnd } from "#modules/wagering/shared/grant.ts";
import type { Bet } from "./bet.ts";

export const betPlaced = event<Bet>({
  name: "betPlaced",
  module: "wallet",
  summary: "a stake was taken; a bet decided at once is settled already",
});

/** A slip as other modules see it: not its legs. */
export interface PlacedSlip {
  readonly player: PlayerId;
  readonly key: string;
  readonly currency: Currency;
  readonly stake: Micros;
}

export const slipPlaced = event<PlacedSlip>({
  name: "slipPlaced",
  module: "wallet",
  summary: "a slip of the sportsbook was accepted",
});

export const betSettled = event<Bet>({
  name: "betSettled",
  module: "wallet",
  summary: "an open bet ended: paid, lost or voided",
});

/** A grant of bonus money that has ended. */
export interface EndedGrant {
  readonly id: Uuid;
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly end: GrantEnd;
  /** Bonus money that became real (completed), or went back. */
  readonly amount: Micros;
}

export const grantEnded = event<EndedGrant>({
  name: "grantEnded",
  module: "wallet",
  summary: "a bonus ended: its money became real, or was returned",
});

export const balanceChanged = event<{ player: PlayerId; currency: Currency; real: Micros; bonus: Micros }>({
  name: "balanceChanged",
  module: "wallet",
  summary: "a player's playable balance has changed",
});
