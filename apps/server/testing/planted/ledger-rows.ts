/** The rows that the others are about: a player, her transfers, balances, grants, holds and limits. */

export const alice = "'00000000-0000-4000-8000-00000000a11c'";
export const key = (n: number) => `'00000000-0000-7000-8000-${String(n).padStart(12, "0")}'`;
export const at = (second: number) => `'2026-11-21 12:00:${String(second).padStart(2, "0")}Z'`;

interface Row {
  readonly seq?: number;
  readonly amount?: number;
  readonly debit: number;
  readonly credit: number;
  readonly kind: number;
  readonly after?: number;
  readonly reference?: number;
  readonly second?: number;
}

export const transfer = ({
  seq = 1,
  amount = 100,
  debit,
  credit,
  kind,
  after = 0,
  reference = seq,
  second = seq,
}: Row) =>
  `INSERT INTO ledger.transfers (player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency)
   VALUES (${alice}, ${key(reference)}, ${seq}, ${amount}, ${after}, ${at(second)}, ${debit}, ${credit}, ${kind}, 'USD')`;

/** A limit of 100 micro-dollars of stakes. */
export const dailyLimit = () =>
  `INSERT INTO limits.daily (player_id, kind, amount, currency) VALUES (${alice}, 'wager', 100, 'USD')`;
/** A limit set by an operator: the same 100 micro-dollars of stakes, or an hour of play a day. */
const byOperator = (columns: string, values: string) =>
  `INSERT INTO limits.operator (player_id, kind, ${columns}, cause, version, set_at, set_by, reason)
   VALUES (${alice}, ${values}, 'play', 1, ${at(1)}, 'Askar', 'r')`;
export const operatorLimit = () => byOperator("amount, currency", "'wager', 100, 'USD'");
export const operatorTime = byOperator("minutes", "'day_time', 60");
export const leased = (day: string, most: string, currency = "USD") =>
  `INSERT INTO wallet.wallets (player_id, currency, day, wagered, lease_day, wager_most)
   VALUES (${alice}, '${currency}', 20000, ${currency === "USD" && most === "99" ? 100 : 0}, ${day}, ${most})`;
export const dayOfRates = `INSERT INTO rates.rate_days VALUES (20000, ${at(1)}, ${at(1)}, '{"USD": "1", "EUR": "1.1"}')`;
export const open = { status: 0, settled_at: "NULL", outcome: "NULL" };
export const balances = (real: number, bonus = 0, vault = 0) =>
  `INSERT INTO wallet.wallets (player_id, currency, real, bonus, vault, seq) VALUES (${alice}, 'USD', ${real}, ${bonus}, ${vault}, 1)`;
/** A grant of bonus money; ended unless `active`. */
export const grant = (n: number, active = false, counted = 0) =>
  `INSERT INTO wagering.grants (player_id, grant_no, id, currency, account, given, target, counted, max_bet, games, until, state, started_at,
     ended_at, ended_seq, returned)
   VALUES (${alice}, ${n}, ${key(40 + n)}, 'USD', 302, 10, 100, ${counted}, 5, 4, ${at(9)}, ${active ? 1 : 4}, ${at(1)},
     ${active ? "NULL, NULL, 0" : `${at(5)}, 9, 10`})`;
export const wagered = { grant_no: 1, rate: 1000 };
export const hold = (given: string) =>
  `INSERT INTO wallet.holds (id, player_id, currency, amount, account, held_kind, posted_kind, released_kind, status, created_at, expires_at)
   VALUES (${key(1)}, ${alice}, 'USD', 100, 201, 9, 30, 10, 0, ${at(0)}, ${given})`;
export const step = `'{"key":"k","choice":1,"shown":1}'`;
export const round = (journal: string) =>
  `INSERT INTO wallet.open_rounds (player_id, game, key, journal, touched_at) VALUES (${alice}, 7, ${key(1)}, ${journal}, ${at(0)})`;
