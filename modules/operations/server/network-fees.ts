import type { RouteOutput } from "#kit/contract/route.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { NetworkCost } from "#modules/crypto/server/index.ts";
import { coinNames, coins, showUnits } from "#modules/crypto/shared/coins.ts";
import type { readDashboard } from "../office/contract.ts";

type NetworkFees = RouteOutput<typeof readDashboard>["data"]["network_fees"];

/**
 * Network fees by coin, in the last day and in the one before; coins without fees in either are left out.
 * @param coinValue in the currency of the dashboard; null leaves the cost out, like every amount in a currency that is not shown
 */
export function networkFeesOf(
  costs: { readonly now: readonly NetworkCost[]; readonly before: readonly NetworkCost[] },
  coinValue: (cost: NetworkCost) => Micros | null,
): NetworkFees {
  const of = (part: readonly NetworkCost[], coin: string) =>
    sumOf(
      part.filter(cost => cost.coin === coin),
      coinValue,
    );
  return coinNames
    .map(coin => ({ coin, now: of(costs.now, coin), before: of(costs.before, coin) }))
    .filter(({ now, before }) => now.transactions + before.transactions > 0);
}

function sumOf(
  costs: readonly NetworkCost[],
  coinValue: (cost: NetworkCost) => Micros | null,
): NetworkFees[number]["now"] {
  let [transactions, wei, valueSum] = [0, 0n, 0n];
  for (const cost of costs) {
    const own = coinValue(cost);
    if (own === null) continue;
    transactions += cost.transactions;
    wei += BigInt(cost.wei);
    valueSum += own;
  }
  return { transactions, ether: showUnits(coins.eth, wei), worth: formatAmount(valueSum) };
}
