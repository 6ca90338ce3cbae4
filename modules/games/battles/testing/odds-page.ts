import { currencyCodes } from "#kit/money/currency.ts";
import { money, table } from "#modules/fairness/testing/exact.ts";
import { battleLimits } from "../shared/limits.ts";
import {
  battlesRules,
  fewestSeats,
  mostCases,
  mostSeats,
  openForMs,
  openPerPlayer,
  rtpPercentOf,
} from "../shared/rules.ts";

const { current: rules } = battlesRules;

/** docs/games/battles.md: every figure in it is computed from the rules that settle stakes. */
export function oddsPage(): string {
  return `# Case battles

*Printed from the rules that settle stakes; a test checks that it is up to date.*

${fewestSeats} to ${mostSeats} players open the same cases, up to ${mostCases}, one after the other. A seat costs the total price of the cases. The seat with the highest prize total wins the prizes of all seats; equal totals share them, and the micro-units
that remain go to the earlier seats. No fee is taken from the pot, so all players in total get back what the cases return: exactly ${rtpPercentOf(rules)} %, with the same chances for each seat.

The creator can cancel the battle until another player joins; it is canceled when they begin a break before that. A battle that is not full after ${openForMs / 60_000} minutes is refunded to all its players. A player can have ${openPerPlayer} open battles, with one seat in each. The casino never takes a seat.

## Stakes
${table(
  ["currency", "one of the cheapest case", `${mostCases} of the most expensive case`],
  currencyCodes.map(currency => [
    currency,
    money(battleLimits[currency].min, currency),
    money(battleLimits[currency].max, currency),
  ]),
)}

## The draw
\`HMAC-SHA256(key = the battle's secret, message = "fairhouse-1:battles:{battle}:{beacon round}:{beacon value}:{SHA-256 of the entry list}:{block}")\`; a draw below ${rules.cases.tickets} for every seat and case, case by case, seats in order. The prize of a
ticket is that of the [case](cases.md). The entry list has one line \`seat:player:stake in micro-units\` per seat. The hash of the secret is published when the battle is opened; entry closes when the last seat is taken, and then the beacon round is
named. See [the description](README.md).

Version of the rules: \`${rules.version}\`. The configuration of a battle is the version, a description of draws and pot, and each of its cases in full, as canonical JSON. Golden rounds: [vectors.json](../../modules/games/battles/shared/vectors.json).
`;
}
