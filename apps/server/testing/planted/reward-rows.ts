import { createHash } from "node:crypto";
import { canonicalJson } from "#kit/std/json.ts";
import { bet } from "./bet-rows.ts";
import { alice, at, key, transfer } from "./ledger-rows.ts";

/** Spins of the wheel, missions, prizes of tournaments, jackpots. */

/** Ticket 50,000 is the first that wins a fifth of the top prize: 2,000 micro-dollars. */
export const spin = (prize: number) =>
  `INSERT INTO wheel.spins VALUES (${key(1)}, ${alice}, 1, 'USD', 50000, ${prize}, 1, 'c', ${at(1)}, 'wheel-1')`;
/** The same ticket under prizes set in the office: a tenth of the top prize of two dollars. */
const laterPrizes = canonicalJson({
  version: "wheel-2",
  tickets: 1_000_000,
  top: { USD: 2_000_000 },
  prizes: [
    { of: 100, odds: 50_000 },
    { of: 10, odds: 950_000 },
  ],
});
export const laterVersion = (fromDay: number) =>
  `INSERT INTO wheel.versions SELECT 2, 'wheel-2', ${fromDay}, c, sha256(convert_to(c, 'UTF8')), ${key(5)}, 'Askar', 'Bolat', ${at(0)}
   FROM (VALUES ('${laterPrizes}')) AS v(c)`;
/** An open mission of a prize of 2 with so many prizes collected. */
export const mission = (taken: number) =>
  `INSERT INTO missions.missions (id, title, goal, period, currency, prize, places, taken, state, ends_at, created_by, created_at, opened_by, opened_at)
   VALUES (${key(8)}, '{"en":"a","ru":"a","kz":"a"}', '{"kind":"limit"}', 'once', 'USD', 2000, 5, ${taken}, 'open', ${at(9)}, 'Askar', ${at(0)}, 'Bolat', ${at(0)})`;
export const missionPrize = `INSERT INTO missions.prizes VALUES (${key(9)}, ${key(8)}, ${alice}, '1970-01-01', 'USD', 2000, ${at(1)})`;
/** The same mission for campaigns, which counts so many starts. */
export const targeted = (started: number) =>
  `UPDATE missions.missions SET targeted = true, started = ${started} WHERE id = ${key(8)}`;
export const startedFor = (player: string) => `INSERT INTO missions.starts VALUES (${key(8)}, ${player}, ${at(0)})`;
export const laterSpin = (prize: number) => spin(prize).replace("wheel-1", "wheel-2");
export const given = (amount: number) => transfer({ amount, debit: 20, credit: 1, kind: 90, reference: 1 });

/** A tournament with one place of 5 and its frozen rank. */
export const finished = `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at, state, ranks_hash, review_until)
  VALUES (${key(7)}, '{"en": "", "ru": "", "kz": ""}', 'points', 'USD', '{5}', ${at(0)}, ${at(1)}, 'finished', sha256(''), ${at(1)})`;
/** Triggers are off, so an entry is not counted. */
export const uncounted = `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at) VALUES (${key(7)}, ${alice}, ${at(0)})`;
export const countedAs = (entries: number) => `INSERT INTO tournaments.entry_counts VALUES (${key(7)}, ${entries})`;
export const ranked = `INSERT INTO tournaments.ranks VALUES (${key(7)}, 1, ${alice}, 9, ${at(1)})`;
export const wonPrize = (amount: number) =>
  `INSERT INTO tournaments.prizes VALUES (${key(7)}, 1, ${alice}, 'USD', ${amount}, ${key(1)}, ${at(1)})`;

/** A pot of 10 that one bet of 5,000 fed with 5 and did not win. */
const chainStart = createHash("sha256")
  .update(`jackpots-1:${key(20).slice(1, -1)}`)
  .digest("hex");
export const entered = (change: EntryPlant = {}): string => {
  const { number = 1, before = 10, share = 5, stake = 5_000, word = 2n ** 64n - 1n, won = false, hash } = change;
  const line = [key(20).slice(1, -1), 1, number, "must_hit_by", 100, before, stake, 1_000, 0, 0, word].join(":");
  const digest = hash ?? createHash("sha256").update(`${chainStart}:jackpots-1:${line}`).digest("hex");
  return `INSERT INTO jackpots.entries VALUES (${key(20)}, ${number}, 1, ${key(21)}, ${alice}, ${key(1)}, 2, ${before}, ${stake}, 1000, 0, 0, ${share}, 0,
    ${word}, ${won}, decode('${digest}', 'hex'), ${at(1)})`;
};
interface EntryPlant {
  readonly number?: number;
  readonly before?: number;
  readonly share?: number;
  readonly stake?: number;
  readonly word?: bigint;
  readonly won?: boolean;
  readonly hash?: string;
}
export const jackpotOf = (reserve = 0) =>
  `INSERT INTO jackpots.jackpots (id, title, kind, currency, state, games, edge_share, seed, bound, created_by, created_at, pot, entries, last_hash, reserve)
   VALUES (${key(20)}, '{"en": "", "ru": "", "kz": ""}', 'must_hit_by', 'USD', 'on', '{dice}', 100, 10, 100, 'Dana', ${at(0)}, 1, 1, sha256(''), ${reserve})`;
export const potOf = (amount: number, wonAt = "NULL") =>
  `INSERT INTO jackpots.pots VALUES (${key(20)}, 1, '{dice}', 100, 100, 0, 10, ${amount}, ${at(0)}, ${wonAt})`;
export const potWon = (amount: number, paidAt = "NULL") =>
  `INSERT INTO jackpots.wins VALUES (${key(21)}, ${key(20)}, 1, 1, ${alice}, 2, 'USD', ${amount}, ${at(1)}, ${paidAt})`;
export const potFed = [
  transfer({ amount: 10, debit: 14, credit: 3016, kind: 45 }),
  transfer({ seq: 2, amount: 5, debit: 2002, credit: 3016, kind: 46 }),
];
export const potBet = bet(1, { stake: 5_000, seed_number: 1, nonce: 0, client_seed: "'c'" });
