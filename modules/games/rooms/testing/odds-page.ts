import { currencyCodes } from "#kit/money/currency.ts";
import { money, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { roomColours, roomLimits, roundMaximum } from "../shared/limits.ts";
import { aloneMs, countMs, entriesPerPlayer, entriesPerRound, roomsRules, winnerGets } from "../shared/rules.ts";

/** docs/games/rooms.md: every figure in it is computed from the rules that settle stakes. */
export function oddsPage(): string {
  const percent = roomsRules.current.payout_percent;
  return `# Rooms

*Printed from the rules that settle stakes; a test checks that it is up to date.*

Players put stakes into one pot, and one of them takes \`floor(pot × ${percent} / 100)\`. Each room has one pot per currency. Every micro-unit (a millionth of the currency) is one ticket; tickets are numbered from 0
in order of arrival, each stake has its own range, and one ticket below the pot is drawn, all equally likely. The chance of a stake is therefore exactly its share of the pot, and the return in the long run is ${percent} %.

Entry closes ${countMs / 1000} seconds after the second player joins. Until then, a player who is alone can leave; after ${aloneMs / 60_000} minutes alone, their stakes are returned. One player can add at most
${entriesPerPlayer} stakes to a round, and a round has at most ${entriesPerRound} stakes.

## Minimum stakes, and the maximum per player and round
${table(
  ["currency", ...roomColours, "maximum per player"],
  currencyCodes.map(currency => [
    currency,
    ...roomColours.map(colour => money(roomLimits[colour][currency].min, currency)),
    money(roundMaximum(currency), currency),
  ]),
)}

The winner's ${percent} % is rounded down to a millionth: of the smallest pot of two US cents, the winner gets ${winnerGets(roomsRules.current, 20_000n)} of 20000 micro-units.
**A player who holds more than ${percent} % of the pot gets back less than they staked even if they win**; the page says so.

## The draw
\`HMAC-SHA256(key = the round's secret, message = "fairhouse-1:rooms:{round}:{beacon round}:{beacon value}:{SHA-256 of the entry list}:0")\`; a draw below the pot from its first word is the ticket. The entry list has one line
\`seat:public player id:stake in micro-units\` per stake, each ended by a line feed. The hash of the secret is published when the round opens; the beacon round is named when entry has closed and is due at least two seconds later; secret and
value are revealed together. See [the description](README.md).

${versionsText(roomsRules)} Golden rounds: [vectors.json](../../modules/games/rooms/shared/vectors.json).
`;
}
