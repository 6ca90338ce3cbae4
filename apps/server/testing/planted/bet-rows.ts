import { gameNumbers } from "#modules/ledger/shared/chart.ts";
import { alice, at, key, wagered } from "./ledger-rows.ts";

/** Bets, slips and their revisions. */

const gameNames: ReadonlyMap<number, string> = new Map(
  Object.entries(gameNumbers).map(([name, number]) => [number, name]),
);
export const bet = (n: number, given: Readonly<Record<string, string | number>> = {}) => {
  const row = {
    player_id: alice,
    key: key(n),
    stake: 10,
    payout: 0,
    win_cap: 1000,
    balance_after: 0,
    seq: n,
    status: 1,
    game: 2,
    placed_at: at(1),
    settled_at: at(2),
    currency: "'USD'",
    request_hash: "decode(repeat('00', 32), 'hex')",
    rules_version: `'${gameNames.get(Number(given.game ?? 2))}-1'`,
    choice: `'{"direction":"over","target":"49.50"}'`,
    outcome: `'{"roll":"10.00"}'`,
    ...given,
  };
  return `INSERT INTO wallet.bets (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).join(", ")})`;
};
export const slip = (given: Readonly<Record<string, string | number>> = {}) => {
  const row = { stake: 10, win_cap: 1000, balance_after: 0, seq: 1, placed_at: at(1), free_bet: "false", ...given };
  return `INSERT INTO wallet.slips (player_id, key, currency, request_hash, rules_version, terms, ${Object.keys(row).join(", ")})
    VALUES (${alice}, ${key(1)}, 'USD', decode(repeat('00', 32), 'hex'), 'betting-1', '{}', ${Object.values(row).join(", ")})`;
};
export const revisionOfSlip = (given: Readonly<Record<string, string | number>> = {}) => {
  const row = {
    kind: 1,
    closed: 0,
    payout: 0,
    boost: 0,
    owed: 0,
    repaid: 0,
    balance_after: 0,
    at: at(2),
    cause: "'{}'",
    ...given,
  };
  return `INSERT INTO wallet.slip_revisions (player_id, key, number, id, ${Object.keys(row).join(", ")})
    VALUES (${alice}, ${key(1)}, 1, ${key(2)}, ${Object.values(row).join(", ")})`;
};
/** A settled slip of bonus money, half of its stake of 10. */
export const bonusSlip = {
  ...wagered,
  from_bonus: 5,
  status: 1,
  settled_at: at(2),
  revision: 1,
  payout: 10,
  bonus_to: 2,
};
