import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { byteOrderMark } from "#kit/std/csv.ts";
import { required } from "#kit/std/invariant.ts";
import {
  type Balances,
  balancesAt,
  netDeposits,
  numbersBefore,
  readStatement,
  type Span,
  type StatementRow,
} from "#modules/ledger/server/index.ts";
import { accountName } from "#modules/ledger/shared/chart.ts";
import type { getStatement } from "../shared/contract.ts";
import { balancesView, csvHead, csvOf, csvSum, lineView, moved, type Titles } from "./lines.ts";

/** The requested rows: one wallet, from an instant (inclusive) to another (exclusive). */
export interface Period {
  readonly owner: PlayerId;
  readonly currency: Currency;
  readonly from: Date;
  readonly to: Date;
}

/** What providers call the games of these movements; of others nothing. */
export type TitlesOf = (player: PlayerId, references: readonly Uuid[]) => Promise<Titles>;
const noTitles: TitlesOf = async () => new Map();

/** References of movements of games at providers. */
const referencesOf = (rows: readonly StatementRow[]) =>
  rows
    .filter(({ debit, credit }) => [debit, credit].some(account => accountName(account).includes(":provider-")))
    .map(({ reference }) => reference);

type Statement = RouteOutput<typeof getStatement>["data"];

const pageSize = 100;
/** Rows of a file that are in memory at once. */
const pieceSize = 1000;

/**
 * A page of a statement, newest first. The ledger's rows never change and cursors are row numbers, so consecutive pages
 * fit together whatever happens meanwhile. Fails with `validation_failed`.
 */
export async function statementPage(
  on: Queryable,
  period: Period,
  cursor: string | undefined,
  titlesOf: TitlesOf = noTitles,
): Promise<Statement> {
  const span = await spanOf(on, period);
  const before = cursor === undefined ? span.upTo + 1n : readCursor(cursor);
  const upTo = before - 1n < span.upTo ? before - 1n : span.upTo;
  const [opening, closing, top] = await Promise.all([
    balancesAt(on, period, span.after),
    balancesAt(on, period, span.upTo),
    balancesAt(on, period, upTo < span.after ? span.after : upTo),
  ]);
  const rows = await readStatement(on, period, { ...span, upTo }, { newestFirst: true, limit: pageSize + 1 });
  let after: Balances = top;
  const titles = await titlesOf(period.owner, referencesOf(rows));
  const items = rows.slice(0, pageSize).map(row => {
    const line = lineView(row, after, titles);
    after = moved(after, row, -1n);
    return line;
  });
  return {
    currency: period.currency,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    opening: balancesView(opening),
    closing: balancesView(closing),
    net_deposits: formatAmount(await netDeposits(on, period)),
    items,
    next_cursor: rows.length > pageSize ? required(items.at(-1), "a full page").number : null,
  };
}

/** The whole statement as CSV, oldest first, in chunks; no connection is held between two chunks. */
export async function* statementFile(
  on: Queryable,
  period: Period,
  locale: Locale,
  titlesOf: TitlesOf = noTitles,
): AsyncGenerator<string> {
  const { currency } = period;
  const span = await spanOf(on, period);
  let balances = await balancesAt(on, period, span.after);
  yield byteOrderMark + csvHead(locale) + csvSum("opening", period.from, balances, currency);
  let { after } = span;
  for (;;) {
    const rows = await readStatement(on, period, { ...span, after }, { newestFirst: false, limit: pieceSize });
    const titles = await titlesOf(period.owner, referencesOf(rows));
    let piece = "";
    for (const row of rows) {
      balances = moved(balances, row);
      piece += csvOf(row, balances, currency, titles, locale);
      after = row.seq;
    }
    if (piece !== "") yield piece;
    if (rows.length < pieceSize) break;
  }
  yield csvSum("closing", period.to, balances, currency);
}

async function spanOf(on: Queryable, period: Period): Promise<Span> {
  const [after, upTo] = await numbersBefore(on, period, [period.from, period.to]);
  return { after: required(after, "one number a time"), upTo: required(upTo, "one number a time") };
}

function readCursor(cursor: string): bigint {
  return /^[1-9][0-9]{0,17}$/.test(cursor)
    ? BigInt(cursor)
    : fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}
