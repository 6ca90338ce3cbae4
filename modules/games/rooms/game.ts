import { game } from "#modules/games/game.ts";
import { roomLimits } from "./shared/limits.ts";
import { returnedOf, roomsRules } from "./shared/rules.ts";
import { roomsVerifier } from "./shared/verify.ts";

export const rooms = game({
  name: "rooms",
  engine: "multiplayer",
  rounds: {
    table: "rooms.rounds",
    paid: "paid",
    voided: "refunded",
    columns: ["colour", "currency", "pot", "players", "payout", "reason"],
    isInBets: true,
  },
  rules: roomsRules,
  stakes: roomLimits,
  verifier: roomsVerifier,
  returned: returnedOf,
  proofs: [],
  service: "rooms",
  art: {
    hue: 322,
    glyph: "M10 3a7 7 0 0 1 7 7M17 10a7 7 0 0 1-11 5.7M4.2 14A7 7 0 0 1 10 3M10 10V7",
  },
});

export { payoutChecks } from "./shared/payouts.ts";
