import { event } from "#kit/contract/event.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export type FactorChange = "totp_on" | "totp_off" | "passkey_added" | "passkey_removed" | "recovery_codes_renewed";

/** A player changed a second factor or a passkey. */
export const factorChanged = event<{ player: PlayerId; change: FactorChange }>({
  name: "factorChanged",
  module: "factors",
  summary: "A second factor or a passkey was added, removed or renewed",
});
