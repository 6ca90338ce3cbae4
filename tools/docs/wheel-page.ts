import { nobleHashes } from "#kit/fair/noble.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { costPerSpin, prizeIn, wheelConfiguration, wheelTickets } from "#modules/wheel/shared/rules.ts";

/** docs/games/wheel.md: every figure in it is computed from the rules that spins are paid by. */
export function wheelPage(): string {
  const tickets = BigInt(wheelTickets);
  const [first] = wheelConfiguration.prizes;
  const prizes = wheelConfiguration.prizes.map(prize => [
    formatHundredths(prize.of),
    String(prize.odds),
    percent(BigInt(prize.odds), tickets, 4),
    ...currencyCodes.map(currency => money(prizeIn(wheelConfiguration, currency, prize), currency)),
  ]);
  const share = wheelConfiguration.prizes.reduce((sum, { of, odds }) => sum + BigInt(of * odds), 0n);
  const topPrizes = currencyCodes.map(currency => [
    currency,
    money(prizeIn(wheelConfiguration, currency, first), currency),
    `${costPerSpin(wheelConfiguration, currency)} ${currency}`,
    percent(share, tickets * 100n, 4),
  ]);
  return `# The daily wheel

*Printed from the rules that pay spins; a test checks that it is up to date.*

One free spin a day (UTC) for players with a verified identity. Nothing is staked, so the wheel has no return to player. Every ticket wins a prize, which is credited immediately as real money.

## The draw
One draw below ${wheelTickets} from the stream \`fairhouse-1:wheel:{client seed}:{day}:{block}\`: the ticket. The day is the number of whole days since 1 January 1970 UTC: the time in milliseconds divided by 86400000, rounded down. The ticket wins
the first prize in the table at which the running total of tickets exceeds it. See [the description](README.md).

${table(["of the top prize", "tickets of a million", "chance", ...currencyCodes], prizes)}

A prize is top prize × hundredths / 100, which is always exact.

These are the prizes of the first version, the default. Operators may set others: each version is drafted by one person, approved by an owner, published by \`GET /api/v1/wheel/versions\` and in force from the midnight (UTC)
after its approval until that of the next; it is never edited. A spin is paid, verified and audited by the version of its day. The record of a spin under a later version includes its \`configuration\`, the verifiers hash it, compare the hash with
\`config_hash\` and compute the spin from it.

## Value of a spin
Computed from all ${wheelTickets} tickets of each currency.

${table(["currency", "top prize", "a spin in the long run", "of the top prize"], topPrizes)}

Version of the rules: \`${wheelConfiguration.version}\`. Configuration, top prizes in micro-units, as canonical JSON: \`${canonicalJson(wheelConfiguration)}\`; its SHA-256, the \`config_hash\` of every record: \`${configurationHash(nobleHashes, wheelConfiguration)}\`.
A record says \`outcome\` as \`{ticket, share}\`, the share of the top prize with two decimals, \`stake\` as 0 and the prize as \`payout\`. Golden spins: [vectors.json](../../modules/wheel/shared/vectors.json).
`;
}
