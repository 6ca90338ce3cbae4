import type { EventFacts, TimelineSource } from "#kit/db/timeline.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { numbersBefore, readStatement, type StatementRow } from "./statement.ts";

/** Movements of a player's balances, among the events of a timeline. */
export interface MoneyFacts extends EventFacts {
  readonly row: StatementRow;
}

/** The movements of each wallet, bets among them. An id is the number of the wallet's transfer. */
export const moneyTimeline: readonly TimelineSource<MoneyFacts>[] = currencyCodes.map(code => {
  const currency = code as Currency;
  return {
    name: `money-${currency.toLowerCase()}`,
    ids: "number",
    async read(on, owner: Uuid, { at, id }, limit) {
      const wallet = { owner: owner as unknown as PlayerId, currency };
      // Times of a wallet grow with its numbers: of the transfers up to this time, those below the id.
      const [upTo = 0n] = await numbersBefore(on, wallet, [new Date(at.getTime() + 1)]);
      const [earlier = 0n] = upTo === 0n ? [0n] : await numbersBefore(on, wallet, [at]);
      const last = BigInt(id) - 1n;
      const end = last < earlier ? earlier : last < upTo ? last : upTo;
      const rows = await readStatement(on, wallet, { after: 0n, upTo: end }, { newestFirst: true, limit });
      return rows.map(row => ({
        id: String(row.seq),
        at: row.at,
        facts: { event: row.kind, amount: row.amount, currency, row },
      }));
    },
  };
});
