import { event } from "#kit/contract/event.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** A new account exists. */
export const playerRegistered = event<{ player: PlayerId; currency: Currency; test: boolean }>({
  name: "playerRegistered",
  module: "accounts",
  summary: "A new account exists",
});

/** A session is over, in whichever process it was ended; its sockets must close. */
export const sessionEnded = event<{ session: Uuid }>({
  name: "sessionEnded",
  module: "accounts",
  summary: "A session is over: logged out, ended elsewhere, or killed after a replay",
});

/** Settings of a player changed (name hidden, currency, language), in whichever process. */
export const playerChanged = event<{ player: PlayerId }>({
  name: "playerChanged",
  module: "accounts",
  summary: "Settings of a player changed",
});
