import { currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { longestFlightMs, maxMultiplier, timeOf } from "../shared/climb.ts";
import { crashLimits } from "../shared/limits.ts";
import { crashRules, drawsReaching, minCashOut } from "../shared/rules.ts";

const space = 1n << BigInt(crashRules.current.bits);
const targets = [minCashOut, 110, 150, 200, 300, 500, 1_000, 2_000, 10_000, 100_000, 1_000_000, maxMultiplier];

function targetRow(target: number): string[] {
  const winning = drawsReaching(crashRules.current, target);
  return [
    `${formatHundredths(target)}x`,
    percent(winning, space, 6),
    percent(BigInt(target) * winning, 100n * space, 9),
    `${(timeOf(target) / 1000).toFixed(3)} s`,
  ];
}

/** docs/games/crash.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  const atOnce = space - drawsReaching(crashRules.current, minCashOut);
  return `# Crash

*Printed from the rules that settle bets; a test checks that it is up to date.*

All players share one flight. The multiplier grows from 1.00x; a player who cashes out before the crash is paid the stake times the multiplier at that moment. The crash
point is fixed before betting opens. It follows from X, 52 bits of the round's stream:

\`\`\`
point = min(1000000.00, max(1.00, floor(99 × 2^52 / (2^52 - X)) / 100))
\`\`\`

A target t is reached in exactly \`floor(99 × 2^52 / (100 t))\` of 2^52 cases, so the return is 99 % for every target from ${formatHundredths(minCashOut)}x (less at most t × 2^-52), for any choice of target.
${percent(atOnce, space, 4)} of rounds crash at 1.00x, where no bet can be cashed out: the house edge comes from these rounds. Figures below are rounded down.

${table(["cash out at", "chance of reaching it", "return", "flight time"], targets.map(targetRow))}

The multiplier is \`M(t) = floor(100 × e^(0.00006 t))\` hundredths after t milliseconds, in whole-number arithmetic that gives the same value on every machine. A cash-out wins exactly when
M at its timestamp is at or below the crash point; the timestamp is set once, when the server receives the cash-out. At 1,000,000.00x, after ${(longestFlightMs / 1000).toFixed(3)} s, all open bets are cashed out.

## Stakes
${table(
  ["smallest", "largest"],
  currencyCodes.map(currency => [
    money(crashLimits[currency].min, currency),
    money(crashLimits[currency].max, currency),
  ]),
)}

Every stake is a whole number of hundredths, so no payout is rounded.

## The crash point
\`HMAC-SHA256(key = the round's link, message = "fairhouse-1:crash:{round}:{salt}:0")\`; its first eight bytes without their lowest 12 bits are X. The link is part of a hash chain
whose head was published before its first round; the salt is the value of a public beacon, which was unknown at that time. See [the description](README.md), also for what this does not protect against.

${versionsText(crashRules)} Golden rounds: [vectors.json](../../modules/games/crash/shared/vectors.json).
`;
}
