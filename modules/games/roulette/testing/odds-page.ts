import { currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { pockets, type Spot, type SpotKind, spotKinds, spots } from "../shared/cloth.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { betsPerPlayer, bettingMs, fallMs, shownMs, spinMs } from "../shared/round.ts";
import { chipPayout, multiplierOf, rouletteRules } from "../shared/rules.ts";
import { calledBets, covered, sectors, wheelOrder } from "../shared/wheel.ts";

const all = BigInt(pockets);

/** What the spots of a kind return of their stakes over all pockets, in the worst and the best currency at the smallest stake. */
function returnOf(of: readonly Spot[]): string {
  const shares = of.flatMap(({ id }) =>
    currencyCodes.map(currency => {
      const stake = rouletteLimits[currency].min;
      let returned = 0n;
      for (let pocket = 0; pocket < pockets; pocket++)
        returned += chipPayout(rouletteRules.current, { spot: id, stake }, pocket);
      return percent(returned, all * stake, 4);
    }),
  );
  const different = [...new Set(shares)];
  return different.join(" to ");
}

function kindRow(kind: SpotKind): string[] {
  const of = spots.filter(spot => spot.kind === kind);
  const first = required(of[0], "a spot of each kind");
  const { numerator, denominator } = multiplierOf(rouletteRules.current, first);
  const covers = BigInt(first.numbers.length);
  return [
    kind.replace("_", " "),
    String(of.length),
    `\`${required(of.at(-1), "a spot").id}\``,
    String(covers),
    `${numerator / denominator - 1n} to 1`,
    percent(covers, all, 4),
    returnOf(of),
  ];
}

/** docs/games/roulette.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Roulette

*Printed from the rules that settle bets; a test checks that it is up to date.*

European roulette: ${pockets} pockets, one zero. A winning chip pays 36 divided by how many numbers its spot covers, stake included, so every spot returns exactly 36 of ${pockets}:
${percent(36n, all, 6)}; the house edge is ${percent(1n, all, 6)}. Stakes are whole hundredths, and 36 is divisible by every count of numbers that a spot covers, so no payout is rounded. Figures below are rounded down.

${table(["spots", "count", "for example", "numbers", "pays", "chance", "return at the smallest stake"], spotKinds.map(kindRow))}

A bet is a set of chips on any of the ${spots.length} spots, each at most once. On zero, all outside bets lose; there is no *la partage*.

## The shared table
\`roulette-1\` is one table for all players: ${bettingMs / 1000} s of betting, then a spin of ${spinMs / 1000} s; the result is shown for ${shownMs / 1000} s. A player can place at most ${betsPerPlayer} bets per spin; their total on a spot must be within its limit.
The number follows from the link of the round, whose hash is shown before the first chip is placed. It is published when the ball begins to fall, ${fallMs / 1000} s before it comes to rest.
If the process that runs the table stops while betting is open, the round is voided, every stake is refunded, and the number and link are shown. Once betting has closed, the round is paid as drawn, by the same process or its successor.

The largest payout of a bet, over all ${pockets} numbers, must be within the win cap shown before the bet; otherwise the bet is rejected and nothing is charged. The most that all bets of a spin can win is limited to a tenth of the bankroll.

## The private spin
The same layout and rules, drawn immediately from the player's own seeds, without other players. The table's limits and the day's win cap apply.

## The number
One draw below ${pockets}.
- Shared table: \`HMAC-SHA256(key = the round's link, message = "fairhouse-1:roulette-1:{round}:{salt}:{block}")\`.
- Private: \`HMAC-SHA256(key = the server seed, message = "fairhouse-1:roulette:{client seed}:{nonce}:{block}")\`.

See [the description](README.md), also for what this does not protect against.

## The wheel and the called bets
Clockwise: ${wheelOrder.join(" ")}.

${table(
  ["called bet", "chips", "numbers covered"],
  sectors.map(sector => [
    sector,
    calledBets[sector].map(([spot, count]) => `${count > 1 ? `${count} × ` : ""}\`${spot}\``).join(", "),
    String(covered(calledBets[sector]).size),
  ]),
)}

*Neighbors* of a number are the number itself and the two on each side of it on the wheel, with one chip on each. Called bets are only a way to place chips: the chips on the layout are the bet.

## Stakes on one spot
${table(
  ["smallest", "largest"],
  currencyCodes.map(currency => [
    money(rouletteLimits[currency].min, currency),
    money(rouletteLimits[currency].max, currency),
  ]),
)}

If both are the same, there is only one chip size.

${versionsText(rouletteRules)} Golden spins: [vectors.json](../../modules/games/roulette/shared/vectors.json).
`;
}
