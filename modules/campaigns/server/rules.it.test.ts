import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { accountFacts } from "#modules/accounts/server/index.ts";
import { type AsOf, type Conditions, createConditions } from "#modules/conditions/server/index.ts";
import type { Fact } from "#modules/conditions/shared/fact.ts";
import { holds } from "#modules/conditions/shared/interpret-rule.ts";
import { leavesOf, mostLeaves, operatorsOf, type Rule } from "#modules/conditions/shared/rule.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { pricesOfDay } from "#modules/rates/server/index.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { allFacts } from "../testing/test-campaigns.ts";

/** The compiled rule and the interpreted one agree: a tenth of 10,000 rules here, all with FULL=1. */
const rules = process.env.FULL ? 10_000 : 1_000;
const players = 60;

const random = seededRandom("rules");
const below = (most: number) => Buffer.from(random.bytes(4)).readUInt32BE() % most;
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const chance = (percent: number) => below(100) < percent;

let host: TestHost;
let conditions: Conditions;
let asOf: AsOf;
beforeAll(async () => {
  host = await testHost({ modules: "all" });
  conditions = createConditions(accountFacts, allFacts);
  const now = new Date(host.clock.now());
  await fixTestRates(host.db, now.getTime(), {
    USD: "1",
    EUR: "1.0837",
    RUB: "0.012345",
    KZT: "0.0019",
    INR: "0.0117",
  });
  asOf = { now, prices: await pricesOfDay(host.db, dayOf(now)) };
  await host.db.query("INSERT INTO verification.birthday_digests VALUES ($1, sha256('11-28'))", [
    now.toISOString().slice(0, 10),
  ]);
  for (let n = 0; n < players; n++) await insertPlayer(n);
});
afterAll(() => host.close());

const currencies = ["USD", "EUR", "RUB", "KZT", "INR"] as const;
const countries = ["KZ", "RU", "DE"];
const daysAgo = (days: number) => new Date(host.clock.now() - days * 86_400_000);

/** Sums near those that rules compare with: many comparisons are decided by the last digit. */
const sums = [0n, 10_000n, 50_000_000n, 50_000_001n, 100_000_000n, 5_000_000_000n, 9_007_199_254_740_993n];

async function insertPlayer(n: number): Promise<void> {
  const id = randomUUID();
  const query = (text: string, values: readonly (string | number | bigint | Date | boolean | null)[]) =>
    host.db.query(text, values);
  await query(
    `INSERT INTO accounts.players (id, public_id, name, name_key, register_method, currency, locale, email_verified, is_test, agreed_at, registered_at)
     VALUES ($1, uuid_send($1::uuid), $2, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      id,
      `player-${n}`,
      oneOf(["email", "phone", "social"]),
      chance(10) ? null : oneOf(currencies),
      chance(20) ? null : oneOf(["ru", "en", "kz"]),
      chance(50),
      chance(10),
      daysAgo(below(100)),
    ],
  );
  if (chance(20))
    await query("INSERT INTO limits.players (player_id, blocked_until, kind) VALUES ($1, $2, $3)", [
      id,
      daysAgo(below(2) - 1),
      oneOf(["time_out", "self_exclusion"]),
    ]);
  for (const currency of currencies) {
    if (chance(50)) continue;
    await query(
      `INSERT INTO projections.player_days (generation, day, player_id, currency, is_test, transfers, deposits, deposit_count, payouts, payout_count, staked_in)
       VALUES ((SELECT live FROM projections.runs LIMIT 1), $2, $1, $3, false, 1, $4, $5, $6, 1, 0)`,
      [id, daysAgo(below(60)), currency, oneOf(sums), below(4), oneOf(sums)],
    );
    await query(
      `INSERT INTO projections.player_game_days (generation, player_id, currency, game, day, bets, real_staked, bonus_staked, real_paid, bonus_paid, theoretical_loss)
       VALUES ((SELECT live FROM projections.runs LIMIT 1), $1, $2, $3, $4, $5, $6, 0, $7, 0, 0)`,
      [id, currency, oneOf([1, 2, 3]), daysAgo(below(60)), 1 + below(20), oneOf(sums), oneOf(sums)],
    );
  }
  for (const since of [daysAgo(-1), daysAgo(10), daysAgo(50)])
    if (chance(60))
      await query(
        "INSERT INTO accounts.countries (player_id, since, country, source) VALUES ($1, $2, $3, 'document')",
        [id, since, oneOf(countries)],
      );
  if (chance(60)) {
    await query("INSERT INTO verification.cases (player_id, status) VALUES ($1, $2)", [
      id,
      oneOf(["waiting", "success", "verified"]),
    ]);
    await query(
      `INSERT INTO verification.identities (player_id, sealed, standing, given_at, birthday_digest)
       VALUES ($1, 'sealed', $2, now(), sha256($3::text::bytea))`,
      [id, oneOf(["stated", "proved", "disputed"]), oneOf(["11-28", "02-29"])],
    );
  }
  if (chance(30))
    await query("INSERT INTO vip.levels (player_id, level, reached_at, reached_day) VALUES ($1, $2, now(), 1)", [
      id,
      1 + below(5),
    ]);
  if (chance(30))
    await query(
      `INSERT INTO bonuses.bonuses (id, player_id, name, kind, status, currency, amount, wager_target, created_at)
       VALUES ($1, $2, '{"ru":"","en":"","kz":""}', 'manual', $3, 'USD', 1, 1, now())`,
      [randomUUID(), id, oneOf(["waiting", "completed", "expired"])],
    );
  if (chance(40))
    await query(
      "INSERT INTO attribution.sources (player_id, partner, stag, registered_at) VALUES ($1, $2, $3, now())",
      [id, chance(50) ? "p1" : null, oneOf(["s1", "s2", "'; DROP TABLE accounts.players; --"])],
    );
}

function randomRule(depth: number): Rule {
  if (depth === 1 || chance(40)) return randomLeaf();
  if (chance(25)) return { not: randomRule(depth - 1) };
  const parts = Array.from({ length: 1 + below(4) }, () => randomRule(depth - 1));
  return chance(50) ? { all: parts } : { any: parts };
}

/** One that may be saved. */
function allowedRule(): Rule {
  const rule = randomRule(5);
  return leavesOf(rule).length <= mostLeaves ? rule : allowedRule();
}

function randomLeaf(): Rule {
  const fact = oneOf([...conditions.facts.values()].filter(({ guards }) => !guards));
  return Object.assign({ fact: fact.name }, comparisonOf(fact)) as Rule;
}

function comparisonOf({ name, type, options }: Fact): object {
  const operator = oneOf<string>(operatorsOf[type]);
  if (type === "number") return { [operator]: below(40) - 5 };
  if (type === "flag") return { is: chance(50) };
  if (type === "money")
    return {
      currency: oneOf(currencies),
      [operator]: oneOf(["0", "0.01", "50", "50.01", "100", "-50", "25000", "4050.02", "999999999.99"]),
    };
  const values = name === "country" ? countries : (options ?? ["p1", "s1", "s2", "'; DROP TABLE accounts.players; --"]);
  return { in: [...new Set([oneOf(values), oneOf(values)])] };
}

test(`SQL and the interpreter agree on ${rules} random rules for each of ${players} players`, async () => {
  const { rows: all } = await host.db.query<{ id: PlayerId }>("SELECT id FROM accounts.players");
  const facts = await conditions.rowsOf(
    host.db,
    all.map(({ id }) => id),
    asOf,
  );
  expect(facts.size).toBe(players);
  const sizes = new Set<number>();
  for (let n = 0; n < rules; n++) {
    const rule = conditions.parse(allowedRule());
    const { rows, condition, values } = conditions.sqlOf(rule, asOf);
    const found = await host.db.query<{ id: PlayerId }>(
      `SELECT player_id AS id FROM (${rows}) f WHERE ${condition}`,
      values,
    );
    const bySql = found.rows.map(({ id }) => id).sort();
    const byHand = [...facts]
      .filter(([, row]) => holds(rule, row, asOf.prices))
      .map(([id]) => id)
      .sort();
    expect(byHand, JSON.stringify(rule)).toEqual(bySql);
    sizes.add(bySql.length);
  }
  // The rules tell players apart: neither everybody nor nobody every time.
  expect(sizes.size).toBeGreaterThan(players / 3);
}, 600_000);

test("a player's own row is the row that all rules see", async () => {
  const rule = conditions.parse({
    all: [
      { fact: "deposits", gte: 1 },
      { fact: "net_loss_30d", currency: "KZT", gte: "1" },
    ],
  });
  const { rows } = await host.db.query<{ id: PlayerId }>("SELECT id FROM accounts.players ORDER BY id LIMIT 10");
  const facts = await conditions.rowsOf(
    host.db,
    rows.map(({ id }) => id),
    asOf,
  );
  for (const { id } of rows) {
    const row = await conditions.rowOf(host.db, rule, id, asOf);
    expect(facts.get(id)).toMatchObject(row ?? { missing: id });
  }
  expect(await conditions.rowOf(host.db, rule, randomUUID() as string as PlayerId, asOf)).toBeUndefined();
});
