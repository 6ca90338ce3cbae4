import { event } from "#kit/contract/event.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** A new account exists. */
export const playerRegistered = event<{
  player: PlayerId;
  currency: Currency;
  test: boolean;
  /** The promo code that came with the registration. */
  promo: string | null;
}>({
  name: "playerRegistered",
  module: "accounts",
  summary: "A new account exists",
});

/** A session is over, whichever process ended it; its sockets must close. */
export const sessionEnded = event<{ session: Uuid }>({
  name: "sessionEnded",
  module: "accounts",
  summary: "A session is over: logged out, ended elsewhere, or revoked after a replay",
});

/** A player's settings changed (name hidden, currency, language), in whichever process. */
export const playerChanged = event<{ player: PlayerId }>({
  name: "playerChanged",
  module: "accounts",
  summary: "Settings of a player changed",
});

/** A player signed in from an unknown browser, and was known from another one before. */
export const newDeviceSignedIn = event<{
  player: PlayerId;
  session: Uuid;
  userAgent: string;
  ip: string;
}>({
  name: "newDeviceSignedIn",
  module: "accounts",
  summary: "A player signed in from a browser that has not been seen with the account before",
});

/** The player has a new password. Accounts mails them itself. */
export const passwordChanged = event<{ player: PlayerId }>({
  name: "passwordChanged",
  module: "accounts",
  summary: "A password was set or changed",
});

/** A confirmed address or number replaced another. `contact`: masked. */
export const contactChanged = event<{ player: PlayerId; contact: string }>({
  name: "contactChanged",
  module: "accounts",
  summary: "A confirmed email address or phone number replaced another one",
});
