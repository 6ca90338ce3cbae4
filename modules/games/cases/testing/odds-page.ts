import { nobleHashes } from "#kit/fair/noble.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { type Case, caseConfiguration, casesRules, priceOf, prizeValue, rtpPercentOf } from "../shared/rules.ts";

const { current: rules } = casesRules;
const { cases, tickets, most_at_once: mostAtOnce, version: casesVersion } = rules;
const casesReturn = rtpPercentOf(rules);

/** What all tickets of a case return in a currency, in micro-units, prize by prize as it is paid. */
function returnedOf(of: Case, currency: (typeof currencyCodes)[number]): string {
  const price = priceOf(of, currency);
  const returned = of.prizes.reduce((sum, prize) => sum + prizeValue(prize, price) * BigInt(prize.odds), 0n);
  return percent(returned, price * BigInt(tickets), 4);
}

function sectionOf(of: Case): string {
  const prices = currencyCodes.map(currency => money(priceOf(of, currency), currency));
  const rows = of.prizes.map(({ item, multiple, odds }) => [
    item,
    `${formatHundredths(multiple)}×`,
    String(odds),
    percent(BigInt(odds), BigInt(tickets), 4),
  ]);
  return `### ${of.slug}
Price: ${prices.join(", ")}. Returns, counted in micro-units of each currency: ${currencyCodes.map(currency => `${currency} ${returnedOf(of, currency)}`).join(", ")}.

${table(["prize", "of the price", "tickets of a million", "chance"], rows)}

Configuration, \`config_hash\` of every record: \`${configurationHash(nobleHashes, caseConfiguration(rules, of.slug))}\``;
}

/** docs/games/cases.md: every figure in it is computed from the rules that settle bets. */
export function oddsPage(): string {
  return `# Cases

*Printed from the rules that settle bets; a test checks that it is up to date.*

A case has a price in each currency and a table of prizes, which are money: multiples of the price, credited immediately. Each opened case draws one of ${tickets} tickets, which wins the first prize in
the table at which the running total of tickets exceeds it. Up to ${mostAtOnce} of a case can be opened at once: one bet and one nonce, with a ticket for each case in the order of the stream.

There are ${cases.length} cases. Every one returns exactly ${casesReturn} %, in every currency: the sum of multiple × tickets is ${casesReturn * tickets} hundredths of a million prices. Every prize is a whole number of cents, so nothing is
rounded. \`modules/games/cases/testing/print-tables.ts\` finds the odds; a table with any other return fails a test and prevents the server from starting.

## The draw
Each case takes a draw below ${tickets} from the stream \`fairhouse-1:cases:{client seed}:{nonce}:{block}\`. See [the description](README.md).

Version of the rules: \`${casesVersion}\`. The configuration of a bet is the case that was opened: version, tickets, most at once, slug, prices in minor units, and the prizes below as canonical JSON.
Golden rounds: [vectors.json](../../modules/games/cases/shared/vectors.json).

## The cases
${cases.map(sectionOf).join("\n\n")}
`;
}
