import { currencyCodes } from "#kit/money/currency.ts";
import { money, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { duelLimits } from "../shared/limits.ts";
import { duelsRules, houseAfterMs, openForMs, openPerPlayer, winnerGets } from "../shared/rules.ts";

/** docs/games/duels.md: every figure in it is computed from the rules that settle stakes. */
export function oddsPage(): string {
  const percent = duelsRules.current.payout_percent;
  return `# Coin duels

*Printed from the rules that settle stakes; a test checks that it is up to date.*

One player opens a duel with a side and a stake, and another joins with the same stake and the other side; the winner gets \`floor(2 × stake × ${percent} / 100)\`. Each side is equally likely, so the return is
${percent} % for both. The creator can cancel the duel until another player joins. If the creator allowed it, the casino joins after ${houseAfterMs / 1000} seconds and is shown as such; it has the same chance and the same terms. A duel that
no player joins is refunded after ${openForMs / 3_600_000} hours, or when its creator begins a break. A player can have ${openPerPlayer} open duels.

## Stakes
${table(
  ["currency", "smallest", "largest", "winner's payout at the smallest stake, micro-units"],
  currencyCodes.map(currency => [
    currency,
    money(duelLimits[currency].min, currency),
    money(duelLimits[currency].max, currency),
    String(winnerGets(duelsRules.current, duelLimits[currency].min)),
  ]),
)}

## The draw
\`HMAC-SHA256(key = the duel's secret, message = "fairhouse-1:duels:{duel}:{beacon round}:{beacon value}:{SHA-256 of the entry list}:0")\`; a draw below 2 from its first word: 0 is the opener's side. The entry list has two lines,
\`1:opener:stake\` and \`2:joiner:stake\`, where the casino appears as \`house\`. The hash of the secret is published when the duel is opened; entry closes when another player joins, and then the beacon round is named. See [the description](README.md).

${versionsText(duelsRules)} Golden rounds: [vectors.json](../../modules/games/duels/shared/vectors.json).
`;
}
