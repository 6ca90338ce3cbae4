import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Queryable, SqlValue, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { scorePlayers } from "#modules/risk/server/score-players.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** Several players are scored and reviewed at once: each of them as they would be alone. */

let app: FullApp;
let gulnar: TestOperator;
let madina: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1]) =>
    testOperator({ ...app, operators: app.modules.operators }, role);
  [gulnar, madina] = await Promise.all([someone("content"), someone("finance")]);
  const prices = JSON.stringify({ USD: "1", EUR: "1.1", RUB: "0.01", KZT: "0.002", INR: "0.012" });
  await app.host.db.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($1, now(), now(), $2) ON CONFLICT DO NOTHING",
    [Math.floor(app.host.clock.now() / dayMs), prices],
  );
});
/** Money is credited here without a payment. */
const books = invariants.filter(({ id }) => id !== "I11");
afterEach(async () => expect(await differencesOf(app.host.db, books)).toEqual([]));
afterAll(() => app.host.close());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ago = (ms: number) => new Date(app.host.clock.now() - ms);

/** Rows without the money that belongs to them, which are gone at the end. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const undo = new Error("undo");
  const ended = app.host.db.tx(async tx => {
    await work(tx);
    throw undo;
  });
  await ended.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}

let addresses = 0;
const person = (ip = `198.51.100.${++addresses}`, mail = "example.org") => app.register(`${randomUUID()}@${mail}`, ip);

async function insert(tx: Queryable, table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`);
  await tx.query(`INSERT INTO ${table} (${names}) VALUES (${places})`, Object.values(row));
}

async function shareBrowser(tx: Tx, ...players: readonly Somebody[]): Promise<void> {
  const browser = Buffer.from(randomUUID().replaceAll("-", "").repeat(2), "hex");
  const [known_since, seen_at] = [ago(0), ago(0)];
  for (const { id } of players)
    await insert(tx, "accounts.known_browsers", { player_id: id, browser, known_since, seen_at });
}

async function paysWith(tx: Queryable, { id }: Somebody, token: string): Promise<void> {
  const row = { id: randomUUID(), player_id: id, provider: "sandbox", token, method: "card", label: "•••• 4242" };
  await insert(tx, "payments.instruments", { ...row, first_paid_at: ago(0) });
}

/** @returns its receipt */
async function deposits(tx: Queryable, { id }: Somebody, units: bigint): Promise<string> {
  const receipt = { id: randomUUID(), provider: "sandbox", payment_id: randomUUID(), player_id: id, currency: "USD" };
  const row = { ...receipt, amount: units * 1_000_000n, disposition: "credited", received_at: ago(0) };
  await insert(tx, "payments.receipts", row);
  return receipt.id;
}

const triesCodes = (tx: Tx, { id }: Somebody, tried: number) =>
  insert(tx, "bonuses.code_attempts", { who: `player:${id}`, since: ago(0), tried });

async function hadRecalled(tx: Tx, who: Somebody): Promise<void> {
  const row = { id: randomUUID(), receipt_id: await deposits(tx, who, 20n), player_id: who.id, provider: "sandbox" };
  await insert(tx, "payments.chargebacks", { ...row, currency: "USD", amount: 20_000_000n, recalled_at: ago(0) });
}

let duels = 900_000;
/** Against `winner`, and one against each of twenty others: more opponents than are looked at. */
async function losesDuels(tx: Tx, loser: Somebody, winner: Somebody): Promise<void> {
  await tx.query(
    `INSERT INTO duels.duels (number, state, currency, stake, side, house, rules_version, opener, opener_key, joined_by, joiner, joiner_key, opened_at, ended_at, opener_won)
     SELECT $4::int + n, 'paid', 'USD', 1000000, 'heads', false, '1', $1, gen_random_uuid(), 'player',
       CASE WHEN n <= 15 THEN $2::uuid ELSE gen_random_uuid() END, gen_random_uuid(), $3, $3, false FROM generate_series(1, 35) n`,
    [loser.id, winner.id, ago(0), duels],
  );
  duels += 35;
}

async function refersThemself(tx: Tx, { id }: Somebody): Promise<void> {
  const partner = { id: randomUUID(), code: `p${randomUUID().slice(0, 8)}`, player_id: randomUUID() };
  const applied = { site: "example.org", about: "a blog", currency: "USD", status: "approved", applied_at: ago(0) };
  await insert(tx, "partners.partners", { ...partner, ...applied });
  const referred = { player_id: id, partner_id: partner.id, stag: "", registered_at: ago(0) };
  await insert(tx, "partners.players", { ...referred, excluded: "self", excluded_at: ago(0) });
}

const name = { ru: "Подарок", en: "Gift", kz: "Сыйлық" };

async function offer(tx: Tx): Promise<string> {
  const terms = { name, kind: "manual", currency: "USD", amount: 10_000_000n, wager: 20, hours: 72 };
  const row = { id: randomUUID(), ...terms, budget: 900_000_000n, ends_at: ago(-dayMs), state: "draft" };
  await insert(tx, "bonuses.campaigns", { ...row, created_by: "gulnar", created_at: ago(0) });
  return row.id;
}

/** @returns the bonus */
async function claims(tx: Tx, { id }: Somebody, campaign: string): Promise<Uuid> {
  const bonus = randomUUID() as Uuid;
  const row = { id: bonus, player_id: id, name, kind: "manual", status: "waiting", currency: "USD" };
  const sums = { amount: 10_000_000n, wager_target: 200_000_000n, funded: 10_000_000n };
  await insert(tx, "bonuses.bonuses", { ...row, ...sums, campaign_id: campaign, created_at: ago(0) });
  return bonus;
}

/** Three bonuses, a day each, and play on these days only. */
async function playsWithBonusesOnly(tx: Tx, { id }: Somebody): Promise<void> {
  for (const days of [3, 6, 9]) {
    const row = { id: randomUUID(), player_id: id, name, kind: "manual", status: "lost", currency: "USD" };
    const sums = { amount: 10_000_000n, wager_target: 200_000_000n, created_at: ago(days * dayMs) };
    const times = { started_at: ago(days * dayMs), ended_at: ago(days * dayMs) };
    await insert(tx, "bonuses.bonuses", { ...row, ...sums, ...times });
    const played = { generation: 1, player_id: id, currency: "USD", game: 2, day: ago(days * dayMs), bets: 3 };
    const stakes = { real_staked: 1, bonus_staked: 1, real_paid: 0, bonus_paid: 0, theoretical_loss: 0 };
    await insert(tx, "projections.player_game_days", { ...played, ...stakes });
  }
}

const names = "alice dora dina ivan igor rick carl dan dave winner selma olga mark bella".split(" ");

async function everybody(): Promise<(who: string) => Somebody> {
  const people = new Map<string, Somebody>();
  for (const who of names) people.set(who, await person(undefined, who === "mark" ? "mailinator.com" : undefined));
  for (let n = 0; n < 5; n++) people.set("bella", await person("203.0.113.7"));
  return who => required(people.get(who), who);
}

/** Everybody has something that the others do not. @returns the bonuses of two of them */
async function addSigns(tx: Tx, of: (who: string) => Somebody) {
  await shareBrowser(tx, of("dora"), of("dina"));
  const campaign = await offer(tx);
  const bonuses = { dora: await claims(tx, of("dora"), campaign), dina: await claims(tx, of("dina"), campaign) };
  const card = randomUUID();
  await paysWith(tx, of("ivan"), card);
  await paysWith(tx, of("igor"), card);
  for (let n = 0; n < 6; n++) await deposits(tx, of("ivan"), 400n);
  await deposits(tx, of("igor"), 100n);
  await hadRecalled(tx, of("rick"));
  await triesCodes(tx, of("carl"), 6);
  for (const loser of ["dan", "dave"]) await losesDuels(tx, of(loser), of("winner"));
  await refersThemself(tx, of("selma"));
  await playsWithBonusesOnly(tx, of("olga"));
  return bonuses;
}

test("several players scored at once get what each gets alone", async () => {
  const { needs } = app.modules.risk;
  const of = await everybody();
  await undone(async tx => {
    const bonuses = await addSigns(tx, of);
    const asked = names.map(each => ({ player: of(each).id }));
    const atOnce = await scorePlayers(needs, tx, asked, ago(0));
    for (const each of asked) {
      const alone = await scorePlayers(needs, tx, [each], ago(0));
      expect(atOnce.get(each.player)).toEqual(alone.get(each.player));
    }
    const found = names.map(each => {
      const { signals } = required(atOnce.get(of(each).id), each);
      return [each, signals.map(signal => signal.name).sort()];
    });
    expect(Object.fromEntries(found)).toEqual({
      alice: [],
      dora: ["linked_claim", "shared_device"],
      dina: ["linked_claim", "shared_device"],
      ivan: ["household_deposits", "shared_instrument", "velocity"],
      igor: ["household_deposits", "shared_instrument"],
      rick: ["recalled_deposit"],
      carl: ["codes_tried"],
      dan: ["duels_lost"],
      dave: ["duels_lost"],
      winner: [],
      selma: ["self_referral"],
      olga: ["bonus_only"],
      mark: ["disposable_mail"],
      bella: ["registration_burst"],
    });
    // About the claim of one bonus, and about whatever an account has claimed.
    const about = [{ player: of("dora").id, bonus: bonuses.dora }, { player: of("dina").id }];
    const scores = await scorePlayers(needs, tx, about, ago(0));
    for (const { player } of about) expect(scores.get(player)).toEqual(atOnce.get(player));
    const other = { player: of("dora").id, bonus: randomUUID() as Uuid };
    const scored = await scorePlayers(needs, tx, [other, ...about.slice(1)], ago(0));
    expect(scored.get(other.player)?.signals.map(signal => signal.name)).toEqual(["shared_device"]);
    expect(scored.get(of("dina").id)).toEqual(atOnce.get(of("dina").id));
  });
});

test("a score takes as many statements for many players as for one", async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => person()));
  const statements = async (some: readonly Somebody[]) => {
    let count = 0;
    const query: Queryable["query"] = (text, values, of) => {
      count++;
      return app.host.db.query(text, values, of);
    };
    const asked = some.map(({ id }) => ({ player: id }));
    const scores = await scorePlayers(app.modules.risk.needs, { query }, asked, ago(0));
    expect(scores.size).toBe(some.length);
    return count;
  };
  expect(await statements(players)).toBe(await statements(players.slice(0, 1)));
});

const job = (of: string) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === of),
    of,
  ).run({});

const data = async (answer: ReturnType<TestOperator["call"]>, status: number) => {
  const { body, text, status: given } = await answer;
  expect(given, text).toBe(status);
  return body.data;
};

/** A gift of 10 dollars for everybody who has deposited, in two minutes. */
async function startCampaign(): Promise<void> {
  const reason = "the spring gift";
  const terms = { name, kind: "manual", currency: "USD", amount: "10", wager: 20, hours: 72, budget: "400" };
  const ends_at = ago(-10 * dayMs).toISOString();
  const bonus = (
    await data(gulnar.call("POST /api/office/bonuses", { ...terms, targeted: true, ends_at, reason }), 201)
  ).id;
  await data(madina.call(`POST /api/office/bonuses/${bonus}/activate`, { reason }), 200);
  const rule = { fact: "currency", in: ["USD"] };
  const segment = (await data(gulnar.call("POST /api/office/segments", { name: "All", rule, reason }), 201)).id;
  const at = ago(-120_000).toISOString();
  const schedule = { kind: "once", day: at.slice(0, 10), time: at.slice(11, 16) };
  const plan = { name: "Spring", segment, gift: { kind: "bonus", id: bonus }, budget: "400", control: 0, sample: 100 };
  const body = { ...plan, schedule, zone: "Etc/UTC", ends_at, reason };
  const { id } = await data(gulnar.call("POST /api/office/campaigns", body), 201);
  await data(madina.call(`POST /api/office/campaigns/${id}/start`, { reason }), 200);
}

/** A live rule that holds the claims of those with two deposits within a day. */
async function holdClaims(): Promise<string> {
  const id = randomUUID();
  const rule = { fact: "deposits_24h", gte: 2 };
  const { db } = app.host;
  await insert(db, "risk.rules", { id, name: "Twice", version: 1 });
  const version = { rule_id: id, version: 1, rule, effect: "hold_claim", created_by: "timur", created_at: ago(0) };
  await insert(db, "risk.rule_versions", version);
  await db.query("UPDATE risk.rules SET live_version = 1, live_since = $2 WHERE id = $1", [id, ago(0)]);
  return id;
}

test("a campaign that gives to many holds the bonuses of those who are suspicious, and starts all others", async () => {
  const { db } = app.host;
  const address = "203.0.113.8";
  const others = await Promise.all(Array.from({ length: 5 }, () => person(address)));
  const sam = await person(address, "mailinator.com");
  for (let n = 0; n < 3; n++) await paysWith(db, sam, randomUUID());
  const rita = await person();
  for (let n = 0; n < 2; n++) await deposits(db, rita, 5n);
  const rule = await holdClaims();
  await startCampaign();
  await app.host.clock.advance(180_000);
  await job("campaigns-run");

  const { rows } = await db.query<{ player: PlayerId; status: string; until: Date | null }>(
    "SELECT player_id AS player, status, held_until AS until FROM bonuses.bonuses",
  );
  const bonusOf = ({ id }: Somebody) => rows.find(({ player }) => player === id);
  for (const other of others) expect(bonusOf(other)).toMatchObject({ status: "active", until: null });
  const until = ago(-72 * hourMs);
  for (const held of [sam, rita]) expect(bonusOf(held)).toMatchObject({ status: "waiting", until });
  const waiting = rows.filter(({ status }) => status !== "active").map(({ player }) => player);
  expect(new Set(waiting)).toEqual(new Set([sam.id, rita.id]));

  const { rows: cases } = await db.query<{ player: PlayerId; score: number; rule: string | null }>(
    "SELECT player_id AS player, score, rule_id AS rule FROM risk.cases WHERE kind = 'claim'",
  );
  expect(cases).toHaveLength(2);
  expect(cases).toEqual(
    expect.arrayContaining([
      { player: sam.id, score: 55, rule: null },
      { player: rita.id, score: 0, rule },
    ]),
  );
  for (const { token } of [sam, rita]) {
    const { items } = (await app.api.call("GET /api/v1/inbox", { token })).body.data;
    expect(items).toMatchObject([{ kind: "bonus_review", data: { until: until.toISOString() } }]);
  }
  const inbox = (await app.api.call("GET /api/v1/inbox", { token: others[0]?.token ?? "" })).body.data;
  expect(inbox.items).toEqual([]);
});
