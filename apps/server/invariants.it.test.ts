import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { correctionInvariants } from "#modules/corrections/server/index.ts";
import { cryptoInvariants } from "#modules/crypto/server/index.ts";
import { gameNumbers } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { projectionInvariants } from "#modules/projections/server/index.ts";
import { invariants } from "./invariants.ts";

/**
 * Every invariant is proven to detect its breach: on the tables of all modules, each is broken by direct SQL (constraints and triggers
 * are off, in a transaction that is rolled back), and must report it. That correct books have no findings is tested in every module.
 */

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: "all" });
});
afterAll(() => host.close());

const alice = "'00000000-0000-4000-8000-00000000a11c'";
const key = (n: number) => `'00000000-0000-7000-8000-${String(n).padStart(12, "0")}'`;
const at = (second: number) => `'2026-11-21 12:00:${String(second).padStart(2, "0")}Z'`;

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

const transfer = ({ seq = 1, amount = 100, debit, credit, kind, after = 0, reference = seq, second = seq }: Row) =>
  `INSERT INTO ledger.transfers (player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency)
   VALUES (${alice}, ${key(reference)}, ${seq}, ${amount}, ${after}, ${at(second)}, ${debit}, ${credit}, ${kind}, 'USD')`;

/** A partner with a plan, and a closed month; `booked`: the commission of its row where the content says another. */
const partnerOf = `
  WITH p AS (INSERT INTO partners.partners (id, code, player_id, site, about, currency, status, applied_at)
    VALUES (${key(9)}, 'nomad', ${alice}, 'nomad.example', 'reviews', 'USD', 'approved', ${at(1)}))
  INSERT INTO partners.plans VALUES (${key(9)}, 1, '2026-08-01', '{}', 'as agreed', 'Askar', 'Dana', ${at(1)})`;
const statementOf = ({ month, commission, booked, carriedOut = "0", cpa = "0", n = 51, subs }: StatementPlant) => {
  const plan = subs ? { sub: subs.rate } : {};
  const shares = subs && { share: "0", sub_partners: subs };
  const content = {
    ...shares,
    partner: "nomad",
    month,
    plan,
    commission,
    carried_out: carriedOut,
    carried_in: "0",
    cpa,
  };
  const micros = booked ?? Number(commission) * 1_000_000;
  return `INSERT INTO partners.statements VALUES (${key(n)}, ${key(9)}, '${month}-01', 1, 'USD', '${JSON.stringify(content)}',
    decode(repeat('00', 32), 'hex'), ${micros}, ${Number(carriedOut) * 1_000_000}, ${at(1)})`;
};
interface StatementPlant {
  readonly month: string;
  readonly commission: string;
  readonly booked?: number;
  readonly carriedOut?: string;
  readonly cpa?: string;
  readonly n?: number;
  readonly subs?: {
    readonly rate: number;
    readonly list: readonly object[];
    readonly base: string;
    readonly share: string;
  };
}

const chatBudget = (given = 0) =>
  `INSERT INTO community_chat.budgets (id, currency, amount, given, asked_by, approved_by, reason, opened_at)
   VALUES (${key(61)}, 'USD', 100, ${given}, 'Askar', 'Dana', 'rain', ${at(1)})`;
const rainOf = ({ share, players }: { readonly share: number; readonly players: number }) =>
  `INSERT INTO community_chat.rains VALUES (${key(62)}, ${key(61)}, 'en', 'USD', 100, 'Askar', ${at(1)}, ${at(2)}, 'paid', ${share}, ${players}, ${at(2)})`;

const gameNames: ReadonlyMap<number, string> = new Map(
  Object.entries(gameNumbers).map(([name, number]) => [number, name]),
);
const bet = (n: number, given: Readonly<Record<string, string | number>> = {}) => {
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
const slip = (given: Readonly<Record<string, string | number>> = {}) => {
  const row = { stake: 10, win_cap: 1000, balance_after: 0, seq: 1, placed_at: at(1), free_bet: "false", ...given };
  return `INSERT INTO wallet.slips (player_id, key, currency, request_hash, rules_version, terms, ${Object.keys(row).join(", ")})
    VALUES (${alice}, ${key(1)}, 'USD', decode(repeat('00', 32), 'hex'), 'betting-1', '{}', ${Object.values(row).join(", ")})`;
};
const providerRound = (given: Readonly<Record<string, string | number>>) => {
  const row = { staked: 0, won: 0, cap: 0, bets: "'{}'", ...given };
  return `INSERT INTO wallet.provider_rounds (player_id, round, game, slug, provider_round, currency, exclusive, status, opened_at,
      closed_at, ${Object.keys(row).join(", ")})
    VALUES (${alice}, ${key(9)}, 100, 'altyn', ${key(9)}, 'USD', true, 1, ${at(1)}, ${at(2)}, ${Object.values(row).join(", ")})`;
};
/** A closed round of one bet: half of its stake of 10 and of its win of 10 are bonus money where `paid_bonus` is 5. */
const wonRound = (
  of: Readonly<Record<string, number>>,
  at: Readonly<Record<string, string | number>> = {},
): readonly string[] => [
  bet(1, { grant_no: 1, rate: 1000, game: 100, payout: 10, from_bonus: 5, ...of }),
  providerRound({ staked: 10, won: 10, cap: 10, from_bonus: 5, grant_no: 1, bets: `ARRAY[${key(1)}]::uuid[]`, ...at }),
];
const providerRecord = (record: object) =>
  `INSERT INTO providers.records VALUES (${alice}, ${key(9)}, '${JSON.stringify(record)}', ${at(3)})`;
const provider = `INSERT INTO providers.providers (id, slug, title, number, base_url, frame_origin, connected_at)
  VALUES (${key(7)}, 'studio', 'Studio', 100, 'http://studio.example', 'http://studio.example', ${at(0)})`;
const providerSeed = `INSERT INTO providers.seeds (player_id, provider_id, slug, number, sealed, hash, created_at, provider_hash, provider_seed)
  VALUES (${alice}, ${key(7)}, 'altyn', 1, '', repeat('a', 64), ${at(0)}, repeat('b', 64), repeat('c', 64))`;
/** Finds that the payout of every round is another one. */
const module = 'export const verify = () => [{key:"payout",title:{en:"a",ru:"a",kk:"a"},line:"",state:"differs"}]';
const moduleHash = createHash("sha256").update(module).digest("hex");
const verifierModule = `INSERT INTO providers.verifiers VALUES ('${moduleHash}', '${module}', ${key(7)}, ${at(0)})`;
const providerTx = (n: number) =>
  `INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, game, currency, amount, balance_after, at)
   VALUES (${alice}, ${key(n)}, 2, decode(repeat('00', 32), 'hex'), ${key(9)}, 100, 'USD', 5, 0, ${at(2)})`;
const freeRounds = (left: number) =>
  `INSERT INTO wallet.free_rounds VALUES (${key(8)}, ${alice}, 100, 'altyn', 'USD', 200000, 2, ${left}, ${at(9)})`;
const campaign = (granted: number) =>
  `INSERT INTO free_spins.campaigns (id, title, provider_id, game_slug, game_titles, currency, bet, listed_bet, count, cost_cap, granted,
     expires_at, state, created_by, created_at, opened_at)
   VALUES (${key(6)}, 'Opening', ${key(7)}, 'altyn', '{}', 'USD', 200000, '0.20', 2, 400000, ${granted}, ${at(9)}, 'open', 'finance', ${at(0)}, ${at(0)})`;
const freeSpinGrant = `INSERT INTO free_spins.grants (id, campaign_id, player_id, granted_at, granted_by, confirmed)
  VALUES (${key(8)}, ${key(6)}, ${alice}, ${at(0)}, 'finance', 'granted')`;
const freeRound = bet(1, { game: 100, stake: 0, choice: `'{"slug":"altyn","grant":"' || ${key(8)} || '"}'` });
/** Free rounds whose wins are collected, and a round of them that ended. */
const collectedRound = (won: string): readonly string[] => [
  freeRounds(1),
  `UPDATE wallet.free_rounds SET collects = true, ${won}`,
  bet(1, { game: 100, stake: 0, grant_no: 0, rate: 0, choice: `'{"slug":"altyn","grant":"' || ${key(8)} || '"}'` }),
];
const wonRoundOf = (payout: number, share: number) =>
  `UPDATE wallet.bets SET payout = ${payout}, paid_bonus = ${share} WHERE player_id = ${alice}`;
/** A limit of 100 micro-dollars of stakes. */
const dailyLimit = () =>
  `INSERT INTO limits.daily (player_id, kind, amount, currency) VALUES (${alice}, 'wager', 100, 'USD')`;
const leased = (day: string, most: string, currency = "USD") =>
  `INSERT INTO wallet.wallets (player_id, currency, day, wagered, lease_day, wager_most)
   VALUES (${alice}, '${currency}', 20000, ${currency === "USD" && most === "99" ? 100 : 0}, ${day}, ${most})`;
const dayOfRates = `INSERT INTO rates.rate_days VALUES (20000, ${at(1)}, ${at(1)}, '{"USD": "1", "EUR": "1.1"}')`;
const open = { status: 0, settled_at: "NULL", outcome: "NULL" };
const balances = (real: number, bonus = 0, vault = 0) =>
  `INSERT INTO wallet.wallets (player_id, currency, real, bonus, vault, seq) VALUES (${alice}, 'USD', ${real}, ${bonus}, ${vault}, 1)`;
/** A grant of bonus money; ended unless `active`. */
const grant = (n: number, active = false, counted = 0) =>
  `INSERT INTO wagering.grants (player_id, grant_no, id, currency, account, given, target, counted, max_bet, games, until, state, started_at,
     ended_at, ended_seq, returned)
   VALUES (${alice}, ${n}, ${key(40 + n)}, 'USD', 302, 10, 100, ${counted}, 5, 4, ${at(9)}, ${active ? 1 : 4}, ${at(1)},
     ${active ? "NULL, NULL, 0" : `${at(5)}, 9, 10`})`;
const wagered = { grant_no: 1, rate: 1000 };
const revisionOfSlip = (given: Readonly<Record<string, string | number>> = {}) => {
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
const bonusSlip = { ...wagered, from_bonus: 5, status: 1, settled_at: at(2), revision: 1, payout: 10, bonus_to: 2 };
const hold = (given: string) =>
  `INSERT INTO wallet.holds (id, player_id, currency, amount, account, held_kind, posted_kind, released_kind, status, created_at, expires_at)
   VALUES (${key(1)}, ${alice}, 'USD', 100, 201, 9, 30, 10, 0, ${at(0)}, ${given})`;
const step = `'{"key":"k","choice":1,"shown":1}'`;
const round = (journal: string) =>
  `INSERT INTO wallet.open_rounds (player_id, game, key, journal, touched_at) VALUES (${alice}, 7, ${key(1)}, ${journal}, ${at(0)})`;
const invoice = (given = "0") =>
  `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, credited, status,
     created_at, expires_at) VALUES (${key(1)}, ${alice}, ${key(1)}, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 100,
     ${given}, 2, ${at(0)}, ${at(9)})`;
const receipt = (currency = "USD") =>
  `INSERT INTO payments.receipts (id, provider, payment_id, invoice_id, player_id, currency, amount, disposition, received_at)
   VALUES (${key(2)}, 'sandbox', 'p', ${key(1)}, ${alice}, '${currency}', 100, 'to_be_returned', ${at(0)})`;
const payout = `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount,
  status, created_at, send_at) VALUES (${key(1)}, ${alice}, ${key(1)}, decode(repeat('00', 32), 'hex'), 'sandbox', ${key(9)}, 'USD', 100, 1,
  ${at(0)}, ${at(0)})`;
const quote = (given: { received?: number; exchanged?: string } = {}) =>
  `INSERT INTO exchange.quotes (id, player_id, from_currency, to_currency, sold, received, spread, remainder, rate, rate_at, quoted_at,
     expires_at, idempotency_key, exchanged_at, answer)
   VALUES (${key(1)}, ${alice}, 'RUB', 'USD', 1000000000, ${given.received ?? 12430000}, 62500, 7500, '0.0125', ${at(0)}, ${at(10)}, ${at(40)},
     ${key(1)}, ${given.exchanged ?? at(20)}, '{}')`;

/** Ticket 50,000 is the first that wins a fifth of the top prize: 2,000 micro-dollars. */
const spin = (prize: number) =>
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
const laterVersion = (fromDay: number) =>
  `INSERT INTO wheel.versions SELECT 2, 'wheel-2', ${fromDay}, c, sha256(convert_to(c, 'UTF8')), ${key(5)}, 'Askar', 'Bolat', ${at(0)}
   FROM (VALUES ('${laterPrizes}')) AS v(c)`;
/** An open mission of a prize of 2 with so many prizes collected. */
const mission = (taken: number) =>
  `INSERT INTO missions.missions (id, title, goal, period, currency, prize, places, taken, state, ends_at, created_by, created_at, opened_by, opened_at)
   VALUES (${key(8)}, '{"en":"a","ru":"a","kz":"a"}', '{"kind":"limit"}', 'once', 'USD', 2000, 5, ${taken}, 'open', ${at(9)}, 'Askar', ${at(0)}, 'Bolat', ${at(0)})`;
const missionPrize = `INSERT INTO missions.prizes VALUES (${key(9)}, ${key(8)}, ${alice}, '1970-01-01', 'USD', 2000, ${at(1)})`;
const laterSpin = (prize: number) => spin(prize).replace("wheel-1", "wheel-2");
const given = (amount: number) => transfer({ amount, debit: 20, credit: 1, kind: 90, reference: 1 });

/** A tournament with one place of 5 and its frozen rank. */
const finished = `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at, state, ranks_hash, review_until)
  VALUES (${key(7)}, '{"en": "", "ru": "", "kz": ""}', 'points', 'USD', '{5}', ${at(0)}, ${at(1)}, 'finished', sha256(''), ${at(1)})`;
const ranked = `INSERT INTO tournaments.ranks VALUES (${key(7)}, 1, ${alice}, 9, ${at(1)})`;
const wonPrize = (amount: number) =>
  `INSERT INTO tournaments.prizes VALUES (${key(7)}, 1, ${alice}, 'USD', ${amount}, ${key(1)}, ${at(1)})`;

/** A pot of 10 that one bet of 5,000 fed with 5 and did not win. */
const chainStart = createHash("sha256")
  .update(`jackpots-1:${key(20).slice(1, -1)}`)
  .digest("hex");
const entered = (change: EntryPlant = {}): string => {
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
const jackpotOf = (reserve = 0) =>
  `INSERT INTO jackpots.jackpots (id, title, kind, currency, state, games, edge_share, seed, bound, created_by, created_at, pot, entries, last_hash, reserve)
   VALUES (${key(20)}, '{"en": "", "ru": "", "kz": ""}', 'must_hit_by', 'USD', 'on', '{dice}', 100, 10, 100, 'Dana', ${at(0)}, 1, 1, sha256(''), ${reserve})`;
const potOf = (amount: number, wonAt = "NULL") =>
  `INSERT INTO jackpots.pots VALUES (${key(20)}, 1, '{dice}', 100, 100, 0, 10, ${amount}, ${at(0)}, ${wonAt})`;
const potWon = (amount: number, paidAt = "NULL") =>
  `INSERT INTO jackpots.wins VALUES (${key(21)}, ${key(20)}, 1, 1, ${alice}, 2, 'USD', ${amount}, ${at(1)}, ${paidAt})`;
const potFed = [
  transfer({ amount: 10, debit: 14, credit: 3016, kind: 45 }),
  transfer({ seq: 2, amount: 5, debit: 2002, credit: 3016, kind: 46 }),
];
const potBet = bet(1, { stake: 5_000, seed_number: 1, nonce: 0, client_seed: "'c'" });

const text = (value: object) => `'${JSON.stringify(value)}'`;
/** A step game round, at its end. */
const steps = (game: number, opening: object, played: readonly object[], given: Record<string, string | number>) =>
  bet(1, {
    game,
    choice: text({ mines: 3, ladder: true }),
    opening: text(opening),
    seed_number: 1,
    nonce: 0,
    client_seed: "'c'",
    journal: `ARRAY[${played.map(text).join(", ")}]::text[]`,
    outcome: text({ board: [7, 8, 9], landed: ["heads"] }),
    ...given,
  });
const tile = (at: number, mine: boolean) => ({ key: `k${at}`, choice: { tile: at }, shown: { mine } });
const guess = (choice: string, card: number) => ({ key: "k", choice: { choice }, shown: { card } });
const flip = { key: "k", choice: { side: "heads" }, shown: { side: "heads" } };
const bob = "'00000000-0000-4000-8000-000000000b0b'";
const paid = (player: string, n: number, game: number, payout: number) => bet(n, { player_id: player, game, payout });
const room = (payout: number) => [
  `INSERT INTO rooms.rounds VALUES (1, 'red', 'USD', 'paid', 1, 'rooms-1', ${at(0)}, ${at(1)}, 20, 2, 12, 2, 19, NULL)`,
  `INSERT INTO rooms.entries VALUES (1, 1, ${alice}, ${key(1)}, 10), (1, 2, ${bob}, ${key(2)}, 10)`,
  paid(alice, 1, 9, 0),
  paid(bob, 2, 9, payout),
];
const duel = (payout: number) => [
  `INSERT INTO duels.duels (number, state, currency, stake, side, house, rules_version, opener, opener_key, joined_by, joiner, joiner_key,
     opened_at, ended_at, opener_won)
   VALUES (1, 'paid', 'USD', 10, 'heads', false, 'duels-1', ${alice}, ${key(1)}, 'player', ${bob}, ${key(2)}, ${at(0)}, ${at(1)}, true)`,
  paid(alice, 1, 12, payout),
  paid(bob, 2, 12, 0),
];
/** Two open the first case for 100,000 micro-units: the best prize, tenfold, and the worst, three tenths. */
const battle = (payout: number) => [
  `INSERT INTO battles.battles VALUES (1, 'paid', 'USD', 100000, 2, '{orchard}', 'battles-1', ${at(0)}, ${at(1)}, '{0,999999}', NULL)`,
  `INSERT INTO battles.seats VALUES (1, 1, ${alice}, ${key(1)}), (1, 2, ${bob}, ${key(2)})`,
  bet(1, { game: 13, stake: 100_000, win_cap: 9_000_000, payout }),
  bet(2, { game: 13, stake: 100_000, player_id: bob }),
];
const keno = (payout: number) =>
  bet(1, { game: 5, choice: text({ risk: "classic", picks: [3] }), outcome: text({ drawn: [3, 4] }), payout });
const reached = (payout: number) =>
  bet(1, { game: 14, choice: text({ target: "2.50" }), outcome: text({ result: "2.50" }), payout });
const landed = (payout: number) => {
  const choice = text({ rows: 8, risk: "low" });
  return bet(1, { game: 15, choice, outcome: text({ path: "LRLLLLLL", slot: 1 }), payout });
};
const opened = (payout: number) =>
  bet(1, { game: 8, choice: text({ slug: "orchard", count: 1 }), outcome: text({ tickets: [0] }), payout });
const spread = (payout: number) => {
  const chips = [
    { spot: "red", stake: "0.000004" },
    { spot: "straight-1", stake: "0.000006" },
  ];
  return bet(1, { game: 6, choice: text({ chips }), outcome: text({ pocket: 1 }), payout });
};
const called = (payout: number) =>
  bet(1, { game: 3, choice: text({ side: "heads" }), outcome: text({ landed: ["heads"] }), payout });

/** Each game: a correct payout, which has no finding, and a wrong one, which has. */
const gamePayouts: readonly (readonly [name: string, right: number, pays: (payout: number) => readonly string[]])[] = [
  ["keno pays", 23, payout => [keno(payout)]],
  ["limbo pays", 25, payout => [reached(payout)]],
  ["plinko pays", 26, payout => [landed(payout)]],
  ["cases pay", 100, payout => [opened(payout)]],
  ["a flip pays", 19, payout => [called(payout)]],
  ["roulette pays", 224, payout => [spread(payout)]],
  ["miner pays", 12, payout => [steps(7, {}, [tile(1, false), tile(2, false)], { payout })]],
  ["miner pays", 0, payout => [steps(7, {}, [tile(1, false), tile(7, true)], { payout })]],
  ["a ladder of", 19, payout => [steps(3, {}, [flip], { payout })]],
  [
    "hilo pays",
    151,
    payout => [
      steps(
        4,
        { card: 11 },
        [guess("lower", 0), guess("higher", 5), guess("skip", 30), guess("red", 1), guess("lower", 0)],
        { payout },
      ),
    ],
  ],
  ["hilo pays", 0, payout => [steps(4, { card: 11 }, [guess("higher", 2)], { payout })]],
  ["a room pays", 19, room],
  ["a duel pays", 19, duel],
  ["a battle pays", 1_030_000, battle],
];
const gamePlants = gamePayouts.map(([name, right, pays]) => [name, ...pays(right + 1)] as const);

test.each(gamePayouts)("accepts a correct payout: %s %d", async (name, right, pays) => {
  expect(await found(name, pays(right))).toBe(0);
});

test("accepts a provider's win that is split by the stakes of its round", async () => {
  for (const name of [
    "a win of a provider is split",
    "the bets of a provider's round",
    "bonus money in a provider's game",
  ])
    expect(await found(name, [grant(1), ...wonRound({ paid_bonus: 5 })])).toBe(0);
});

test("accepts a wheel spin with a correct, booked prize", async () => {
  expect(await found("a turn of the wheel wins", [spin(2_000)])).toBe(0);
  expect(await found("every turn of the wheel has", [spin(2_000), given(2_000)])).toBe(0);
});

test("accepts a tournament whose place has its prize in the books", async () => {
  const planted = [finished, ranked, wonPrize(5), given(5)];
  for (const name of [
    "every prize of a tournament",
    "a prize of a tournament is that",
    "a finished tournament has paid",
  ])
    expect(await found(name, planted)).toBe(0);
});

test("accepts a jackpot that a bet fed, and one that it won and was paid", async () => {
  const open = [jackpotOf(), potOf(15), entered(), potBet, ...potFed];
  const word = 0n;
  const taken = [jackpotOf(), potOf(15, at(1)), entered({ word, won: true }), potWon(15, at(2)), potBet, ...potFed];
  const paidOut = transfer({ seq: 3, amount: 15, debit: 3016, credit: 1, kind: 47, reference: 21 });
  for (const { name } of invariants.filter(({ id }) => id === "I18")) {
    expect(await found(name, open), name).toBe(0);
    expect(await found(name, taken.concat(paidOut)), name).toBe(0);
  }
});

test("accepts a spin that is correct under prizes set in the office", async () => {
  const planted = [laterVersion(1), laterSpin(200_000)];
  expect(await found("a turn under prizes set in the office", planted)).toBe(0);
  expect(await found("a turn is made under the version", planted)).toBe(0);
  expect(await found("a turn is made under the version", [laterVersion(2), spin(2_000)])).toBe(0);
});

/** The breach of each invariant, by the beginning of its name. */
const plants: readonly (readonly [name: string, ...statements: string[]])[] = [
  [
    "every transfer is positive",
    "ALTER TABLE ledger.transfers DROP CONSTRAINT transfers_check",
    transfer({ debit: 1, credit: 1, kind: 5 }),
  ],
  ["every transfer is one of the recipes", transfer({ debit: 14, credit: 1, kind: 5 })],
  ["all accounts of a currency sum to zero", balances(1)],
  ["stored balances equal", balances(1)],
  ["no balance is negative", "ALTER TABLE wallet.wallets DROP CONSTRAINT wallets_real_check", balances(-1)],
  ["only a recalled deposit makes a player owe the casino", transfer({ debit: 10, credit: 101, kind: 8 })],
  ["a debt by a recalled deposit", transfer({ debit: 1, credit: 17, kind: 49 })],
  ["transfers are append-only", "ALTER TABLE ledger.transfers_3 DISABLE TRIGGER append_only"],
  ["a movement happens once", ...[1, 2].map(seq => transfer({ seq, debit: 101, credit: 1, kind: 5, reference: 7 }))],
  ["what makes it happen once stands", "ALTER TABLE wallet.movements DROP CONSTRAINT movements_pkey"],
  ["a step is in a journal once", round(`ARRAY[${step}, ${step}]`)],
  ["each bet has one stake", bet(1)],
  ["a bet names its own transfers", bet(1)],
  ["a nonce decides one bet", ...[1, 2].map(n => bet(n, { seed_number: 1, nonce: 0, client_seed: "'c'" }))],
  ["the nonces of a seed", bet(1, { seed_number: 1, nonce: 5, client_seed: "'c'" })],
  ["dice pays", bet(1, { payout: 19 })],
  ["dice pays", bet(1, { outcome: `'{"roll":"60.00"}'`, payout: 20 })],
  ["crash pays", bet(1, { game: 1, outcome: `'{"cashed_out_at":"1.50"}'`, payout: 14 })],
  ["crash pays", bet(1, { game: 1, outcome: `'{"cashed_out_at":null}'`, payout: 10 })],
  ...gamePlants,
  ["a turn of the wheel wins", spin(5_000)],
  ["a turn under prizes set in the office", laterVersion(1), laterSpin(2_000_000)],
  ["a turn is made under the version", laterVersion(1), spin(2_000)],
  ["a turn is made under the version", laterVersion(2), laterSpin(200_000)],
  ["the prizes of each version", laterVersion(1)],
  [
    "the prizes of each version",
    "ALTER TABLE wheel.versions DISABLE TRIGGER append_only",
    `UPDATE wheel.versions SET (configuration, config_hash) = (SELECT c, sha256(convert_to(c, 'UTF8'))
       FROM (SELECT replace(configuration, '"USD":10000', '"USD":20000') AS c) AS dearer)`,
  ],
  ["every prize of a mission is", mission(1), missionPrize],
  ["what missions have cost is", mission(1)],
  ["every turn of the wheel has", spin(2_000)],
  ["every turn of the wheel has", spin(2_000), given(5_000)],
  ["every prize of a tournament", finished, ranked, wonPrize(5)],
  ["every prize of a tournament", finished, ranked, wonPrize(5), given(4)],
  ["a prize of a tournament is that", finished, ranked, wonPrize(6), given(6)],
  ["a prize of a tournament is that", finished, wonPrize(5), given(5)],
  ["a finished tournament has paid", finished, ranked],
  ["a pot of our own games is its seed", jackpotOf(), potOf(16), entered()],
  ["a pot of our own games is its seed", jackpotOf(), potOf(15, at(1)), entered(), potWon(14)],
  ["a pot of our own games is its seed", jackpotOf(), potOf(15, at(1)), entered()],
  ["the account of the pots holds", jackpotOf(), potOf(15), entered()],
  ["the account of the pots holds", ...potFed],
  ["the account of the reserves holds", jackpotOf(1)],
  ["the account of the reserves holds", transfer({ amount: 5, debit: 2002, credit: 4016, kind: 52 })],
  ["an entry's share and reserve", jackpotOf(), potOf(15), entered({ share: 6 })],
  ["entries are numbered without gaps", jackpotOf(), potOf(15), entered({ number: 2 })],
  ["entries are numbered without gaps", jackpotOf(), potOf(15), entered({ before: 11 })],
  ["entries are numbered without gaps", jackpotOf(), potOf(15), entered({ hash: "00".repeat(32) })],
  ["an entry wins exactly when", jackpotOf(), potOf(15), entered({ word: 0n })],
  ["an entry wins exactly when", jackpotOf(), potOf(15), entered({ won: true }), potWon(15)],
  ["an entry wins exactly when", jackpotOf(), potOf(15), entered({ word: 0n, won: true })],
  ["an entry wins exactly when", jackpotOf(), potOf(15), entered({ word: 0n, won: true }), potWon(14)],
  ["an entry is of a bet that ended", jackpotOf(), potOf(15), entered()],
  ["an entry is of a bet that ended", jackpotOf(), potOf(15), entered({ stake: 4_000 }), potBet],
  ["a pot that was won is in the books once", jackpotOf(), potOf(15), entered(), potWon(15, at(2))],
  [
    "a pot that was won is in the books once",
    jackpotOf(),
    potWon(15),
    transfer({ amount: 15, debit: 3016, credit: 1, kind: 47, reference: 21 }),
  ],
  ["no bet pays more than its win cap", "ALTER TABLE wallet.bets DROP CONSTRAINT bets_check", bet(1, { payout: 1001 })],
  [
    "the response to a caller's movement",
    transfer({ debit: 101, credit: 1, kind: 5, after: 100 }),
    `INSERT INTO wallet.movements VALUES (${alice}, ${key(1)}, 5, 'USD', 100, 101, 1, 1, 99)`,
  ],
  ["no bet waits for a round", bet(1, { ...open, gate: "'crash'", round: 1 })],
  ["stakes in play", bet(1, open)],
  ["an open bet of a provider", bet(1, { ...open, game: 100 })],
  ["a round of a provider has staked", providerRound({ staked: 5 })],
  ["a round of a provider wins no more", providerRound({ won: 5, cap: 10 })],
  ["every win of a provider was paid", providerTx(1)],
  ["the record of a provider's round", providerRound({}), providerRecord({ payout: "0.5" })],
  ["a revealed seed of a provider", provider, providerSeed],
  [
    "the latest 10 revealed rounds",
    provider,
    providerRound({}),
    verifierModule,
    providerRecord({ payout: "0", maths: moduleHash, seed: "ab", casino_seed: "cd" }),
  ],
  ["a transaction of a provider is", bet(1, { game: 100 }), providerTx(1)],
  ["what takes nothing moved nothing", bet(1, { game: 100, stake: 0, payout: 5, status: 2 })],
  ["free rounds that are left", freeRounds(1)],
  ["a free round is taken of a grant", freeRound],
  ["a free round is taken of a grant", freeRounds(1).replace("'altyn'", "'other'"), freeRound],
  ["the stakes of all granted free rounds", campaign(400_000)],
  ["a grant that a provider has taken over", campaign(400_000), freeSpinGrant],
  ["a grant that a provider has taken over", freeRounds(2)],
  ["the pot of the slots", "UPDATE wallet.pots SET amount = 5 WHERE currency = 'USD'"],
  ["a round that is played in steps", round("'{}'")],
  ["a bet that waits has something", bet(1, { ...open, seed_number: 1, nonce: 0 })],
  ["money on its way out", transfer({ debit: 1, credit: 201, kind: 9 })],
  [
    "money on its way out",
    hold(at(1)),
    transfer({ seq: 1, debit: 1, credit: 201, kind: 9 }),
    transfer({ seq: 2, debit: 101, credit: 1, kind: 5, second: 1 }),
    "UPDATE ledger.transfers SET at = at + interval '1 hour' WHERE seq = 2",
  ],
  ["a hold is taken once", hold("NULL")],
  ["every payment that came in", invoice(), receipt()],
  ["a payout is taken from its player once", payout],
  ["what has gone back is one transfer", transfer({ debit: 10, credit: 101, kind: 8 })],
  ["a recalled deposit is one transfer", transfer({ debit: 17, credit: 101, kind: 48 })],
  ["what players owe is what the ledger says", transfer({ debit: 17, credit: 101, kind: 48 })],
  ["what was waived of debts", transfer({ debit: 20, credit: 17, kind: 75 })],
  ["each slip has one stake", slip()],
  ["every transfer of a slip names a slip", transfer({ debit: 1, credit: 1011, kind: 60 })],
  ["the last revision of a slip is what its transfers say", slip({ status: 1, payout: 5, settled_at: at(2) })],
  ["revisions of a slip run 1, 2, 3", slip({ revision: 2 })],
  ["no slip without legs", slip()],
  [
    "a free bet is staked as a whole",
    `INSERT INTO wallet.free_bets (id, player_id, currency, amount, granted_at, expires_at, slip)
     VALUES (${key(8)}, ${alice}, 'USD', 10, ${at(1)}, ${at(2)}, ${key(1)})`,
  ],
  [
    "what an outcome may cost is the sum over the open slips",
    "INSERT INTO odds.exposures (market, outcome, payout_usd, stake_usd, slips) VALUES (1, 'home', 20, 10, 1)",
  ],
  ["no slip ends before it is placed", slip({ status: 1, settled_at: at(0) })],
  [
    "a payout that was sent has the required approvals",
    payout,
    `UPDATE payments.payouts SET status = 3, ended_at = ${at(5)}, approvals_needed = 2`,
  ],
  ["every transfer of a bet names a bet", transfer({ debit: 1, credit: 2002, kind: 1 })],
  ["every other transfer names its movement", transfer({ debit: 101, credit: 1, kind: 5 })],
  ["an invoice has what its payments brought", invoice("100")],
  ["a payment belongs to the player", invoice(), receipt("EUR")],
  ["every deposit into or withdrawal from a vault", transfer({ debit: 1, credit: 3, kind: 13 })],
  ["a game's result", transfer({ debit: 2002, credit: 1, kind: 3 })],
  ["what the casino owes is what its accounts say", balances(1)],
  ["money changes its currency only", transfer({ debit: 1, credit: 15, kind: 15 })],
  ["an exchange is rounded by its rule", quote({ received: 12440000 })],
  ["money is whole micro-units", "ALTER TABLE wallet.movements ALTER COLUMN amount TYPE numeric"],
  ["money is whole micro-units", "ALTER TABLE payments.invoices ADD COLUMN share double precision"],
  ["bonus money is given before", transfer({ debit: 2, credit: 1, kind: 43 })],
  ["a pot is its seed", transfer({ debit: 2001, credit: 3001, kind: 2 })],
  ["numbers of a wallet run", transfer({ seq: 2, debit: 101, credit: 1, kind: 5, after: 100 })],
  ["balance_after is the balance", transfer({ debit: 101, credit: 1, kind: 5, after: 99 })],
  ["no bet ends before it begins", bet(1, { placed_at: at(9) })],
  [
    "a quote is used before it ends",
    "ALTER TABLE exchange.quotes DROP CONSTRAINT quotes_check2",
    quote({ exchanged: at(50) }),
  ],
  [
    "a wallet's times grow",
    ...[1, 2].map(seq => transfer({ seq, debit: 101, credit: 1, kind: 5, second: 20 - seq * 8 })),
  ],
  ["a wallet without a lease", dailyLimit(), leased("NULL", "NULL")],
  ["no counter of a day", leased("20000", "99")],
  ["what is leased to all wallets", dailyLimit(), leased("20000", "101")],
  ["what is leased to all wallets", dailyLimit(), dayOfRates, leased("20000", "60"), leased("20000", "40", "EUR")],
  ["the bonus money of a wallet is what was given", balances(0, 5)],
  ["what is wagered of a grant", balances(0), grant(1, false, 5)],
  ["a bet counts its stake at its rate", grant(1), bet(1, { ...wagered, counted: 3 })],
  ["the row of a wallet has the terms", grant(1, true)],
  [
    "a grant has as many open bets",
    balances(0),
    `UPDATE wallet.wallets SET grant_no = 1, wager_left = 5, wager_open = 1 WHERE player_id = ${alice}`,
  ],
  ["every commission is that of one closed month", transfer({ debit: 26, credit: 27, kind: 95 })],
  ["every commission is that of one closed month", partnerOf, statementOf({ month: "2026-10", commission: "1" })],
  [
    "every withdrawal of a partner is requested once",
    `INSERT INTO partners.payouts (id, partner_id, idempotency_key, currency, amount, destination, requested_at)
     VALUES (${key(1)}, ${key(9)}, ${key(2)}, 'USD', 5, 'an account', ${at(1)})`,
  ],
  ["no partner's balance is below zero", transfer({ debit: 27, credit: 28, kind: 96 })],
  [
    "a closed month says the commission",
    partnerOf,
    statementOf({ month: "2026-10", commission: "0.000002", booked: 1 }),
  ],
  [
    "a partner's closed months follow each other",
    partnerOf,
    statementOf({ month: "2026-08", commission: "0" }),
    statementOf({ month: "2026-10", commission: "0", n: 52 }),
  ],
  [
    "a partner's closed months follow each other",
    partnerOf,
    statementOf({ month: "2026-09", commission: "0", carriedOut: "-1" }),
    statementOf({ month: "2026-10", commission: "0", n: 52 }),
  ],
  [
    "what a closed month pays for sub-partners",
    partnerOf,
    statementOf({ month: "2026-10", commission: "5", subs: { rate: 100, list: [], base: "0", share: "5" } }),
  ],
  [
    "what a closed month pays for sub-partners",
    partnerOf,
    // Of a partner who was never invited.
    statementOf({
      month: "2026-10",
      commission: "5",
      subs: {
        rate: 100,
        list: [{ code: "nomad", currency: "USD", commission: "50", converted: "50" }],
        base: "50",
        share: "5",
      },
    }),
  ],
  ["what a closed month pays as CPA", partnerOf, statementOf({ month: "2026-10", commission: "5", cpa: "5" })],
  [
    "every part of a rain is one transfer",
    chatBudget(),
    rainOf({ share: 50, players: 1 }),
    `INSERT INTO community_chat.collections VALUES (${key(62)}, ${alice}, ${at(2)}, 50, NULL)`,
  ],
  ["every part of a rain is one transfer", transfer({ reference: 62, debit: 30, credit: 1, kind: 100 })],
  [
    "the parts of a rain are equal",
    chatBudget(),
    rainOf({ share: 40, players: 2 }),
    `INSERT INTO community_chat.collections VALUES (${key(62)}, ${alice}, ${at(2)}, 40, NULL)`,
  ],
  ["every tip is one transfer", transfer({ reference: 63, debit: 30, credit: 1, kind: 101 })],
  ["a budget of the chat was opened once", chatBudget()],
  [
    "a budget of the chat was opened once",
    chatBudget(10),
    transfer({ reference: 61, debit: 20, credit: 30, kind: 99 }),
  ],
  [
    "what partners' players moved beside their bets",
    `INSERT INTO partners.money_days VALUES (${alice}, 'USD', 20000, 0, 0, 0, 0, 1, 5)`,
  ],
  ["the bonus money's share of a payout", bet(1, { ...wagered, payout: 10, from_bonus: 5, paid_bonus: 4 })],
  ["the bonus money of a grant that has ended", grant(1), transfer({ debit: 302, credit: 2, kind: 14, reference: 41 })],
  ["a player wagers one bonus at a time", "DROP INDEX wagering.grants_active", grant(1, true), grant(2, true)],
  [
    "a grant with a conversion cap releases at most it",
    "ALTER TABLE wagering.grants DROP CONSTRAINT grants_capped",
    grant(1),
    "UPDATE wagering.grants SET cap = 5, state = 2, released = 6, returned = 0",
  ],
  [
    "nothing of a bet that ends after a capped grant is real",
    grant(1),
    "UPDATE wagering.grants SET cap = 5",
    bet(1, { ...wagered, settled_seq: 10, payout: 10, from_bonus: 5, paid_bonus: 5 }),
    transfer({ debit: 2002, credit: 1, kind: kindNumbers.bonus_payout, reference: 1 }),
  ],
  ["a win of a provider is split", grant(1), ...wonRound({ paid_bonus: 4 })],
  ["a win of a provider is split", grant(1), ...wonRound({ paid_bonus: 5 }, { from_bonus: 4 })],
  ["what a round holds for bonus money", grant(1), providerRound({ staked: 10, won: 5, bonus_held: 2, grant_no: 1 })],
  ["no bonus money is staked between players", bet(1, { ...wagered, game: 9 })],
  ["no bonus money is staked between players", bet(1, { ...wagered, game: 11 })],
  ["what a slip counted is the sum", slip({ ...bonusSlip, counted: 3 }), revisionOfSlip({ payout: 10, counted: 2 })],
  ["the bonus money's share of what a slip pays", slip(bonusSlip), revisionOfSlip({ payout: 10, paid_bonus: 4 })],
  [
    "the bonus money's share of what a slip pays",
    slip(bonusSlip),
    revisionOfSlip({ payout: 10, paid_bonus: 5, boost: 4, boost_bonus: 1 }),
  ],
  [
    "the shares of a slip are those",
    slip({ ...bonusSlip, paid_bonus: 4 }),
    revisionOfSlip({ payout: 10, paid_bonus: 5, bonus_to: 2 }),
  ],
  ["bonus money in a slip is of a bonus for betting", grant(1), slip(bonusSlip)],
  [
    "a bet counts its stake at its rate",
    grant(1, true),
    slip({ ...bonusSlip, counted: 3 }),
    revisionOfSlip({ payout: 10, counted: 3, bonus_to: 2 }),
    transfer({ reference: 2, debit: 1011, credit: 2011, kind: 61 }),
  ],
  ["what free rounds have collected", freeRounds(1), "UPDATE wallet.free_rounds SET collects = true, won = 5"],
  ["what free rounds have collected", ...collectedRound("won = 5"), wonRoundOf(5, 4)],
  ["a free round is collected exactly", freeRounds(1), "UPDATE wallet.free_rounds SET collects = true", freeRound],
  [
    "a free round is collected exactly",
    ...collectedRound("won = 0"),
    providerRound({ bets: `ARRAY[${key(1)}, ${key(2)}]::uuid[]`, grant_no: 0 }),
  ],
  [
    "a bonus of free rounds gives",
    ...collectedRound("won = 5"),
    grant(1),
    `UPDATE wagering.grants SET id = ${key(8)}, account = 307, given = 4`,
  ],
  ["the bets of a provider's round are of one grant", grant(1), ...wonRound({ paid_bonus: 5 }, { grant_no: 2 })],
  ["bonus money in a provider's game", grant(1), bet(1, { ...wagered, game: 100, from_bonus: 5 })],
];

/** Invariants whose breaches are planted separately: they need more than rows. */
const elsewhere = new Set(
  [...cryptoInvariants, ...correctionInvariants, ...projectionInvariants()].map(({ name }) => name),
);

class RolledBack extends Error {}

/** The findings of this invariant after the statements. */
async function found(name: string, statements: readonly string[]): Promise<number> {
  const one = required(
    invariants.find(invariant => invariant.name.startsWith(name)),
    name,
  );
  let rows = -1;
  const planted = host.db.tx(async tx => {
    await tx.query("SET LOCAL session_replication_role = replica");
    for (const statement of statements) await tx.query(statement);
    rows = (await one.run(tx)).length;
    throw new RolledBack();
  });
  await expect(planted).rejects.toThrow(RolledBack);
  return rows;
}

test.each(plants)("detects a breach: %s", async (name, ...statements) => {
  expect(await found(name, [])).toBe(0);
  expect(await found(name, statements)).toBeGreaterThan(0);
});

test("every invariant has a tested breach, a number from I1 to I24 or B1 to B10, and a unique name", () => {
  const names = invariants.map(({ name }) => name);
  const unshown = names.filter(name => !elsewhere.has(name) && !plants.some(([begin]) => name.startsWith(begin)));
  expect(unshown).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const numbers = new Set(invariants.map(({ id }) => id));
  const all = (letter: string, length: number) => Array.from({ length }, (_, i) => `${letter}${i + 1}`);
  expect([...numbers].toSorted()).toEqual([...all("I", 24), ...all("B", 10)].toSorted());
});
