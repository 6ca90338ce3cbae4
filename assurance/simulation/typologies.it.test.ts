import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { invariants } from "#apps/server/invariants.ts";
import { type FullApp, openFullApp, password, type Somebody } from "#apps/server/testing/full-app.ts";
import { signatureOf } from "#kit/http/signature.ts";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { openStandingMatch } from "#modules/odds/testing/standing-match.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";

/**
 * Fifteen typologies of money laundering, each played by its own people over the calls and messages that real ones use, next to
 * players who only play. Every one is found within five minutes by the rule that is written for it.
 */

let app: FullApp;
let timur: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  await app.host.db.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($2, now(), now(), $1) ON CONFLICT DO NOTHING",
    [
      JSON.stringify({ USD: "1", EUR: "1", RUB: "0.01", KZT: "0.002", INR: "0.012" }),
      Math.floor(app.host.clock.now() / dayMs),
    ],
  );
});
afterEach(async () => {
  // Duels are written down without their bets, because a draw needs a beacon.
  await app.host.db.query("DELETE FROM duels.duels WHERE number > $1", [firstDuel]);
  expect(await differencesOf(app.host.db, invariants)).toEqual([]);
});
afterAll(() => app.host.close());

const minuteMs = 60_000;
const dayMs = 86_400_000;

let addresses = 0;
/** From an address of their own, and with their documents accepted. */
async function person(): Promise<Somebody> {
  const who = await app.register(undefined, `198.51.100.${++addresses}`);
  const { id, email, token } = who;
  await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: email.slice(0, 16) } });
  await app.host.db.query("INSERT INTO verification.cases (player_id, status) VALUES ($1, 'success')", [id]);
  await app.host.db.query(
    "INSERT INTO verification.documents VALUES (gen_random_uuid(), $1, 'address', 'jpeg', 1, '\\x00', now())",
    [id],
  );
  return who;
}

/** A signed message of the provider. */
async function message(of: object): Promise<void> {
  const body = JSON.stringify({ event_id: randomUUID(), ...of });
  const timestamp = `${Math.floor(app.host.clock.now() / 1000)}`;
  const headers = {
    "x-key-id": "provider",
    "x-timestamp": timestamp,
    "x-signature": signatureOf(app.host.config.PAYMENTS_SECRET, "provider", timestamp, body),
  };
  const answer = await app.api.call("POST /api/v1/billing/webhooks/sandbox", { body, headers });
  expect(answer.status, answer.text).toBe(200);
}

/** The invoice, as it is once the provider has opened it. */
async function invoice({ id: player }: Somebody, amount: string): Promise<string> {
  const id = randomUUID();
  await app.host.db.query(
    `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, provider_hash, method, currency, amount, status, created_at, expires_at)
     VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', $3, 'card-page', 'USD', $4, 2, $5, $6)`,
    [
      id,
      player,
      `h-${id}`,
      BigInt(amount) * 1_000_000n,
      new Date(app.host.clock.now()),
      new Date(app.host.clock.now() + dayMs),
    ],
  );
  return id;
}

/** @returns the payment */
async function paysIn(who: Somebody, amount: string, card: string = who.id): Promise<object> {
  const reference = await invoice(who, amount);
  const payment = { id: randomUUID(), amount, currency: "USD", instrument: { token: card, label: "•••• 4242" } };
  await message({ type: "payment.received", reference, hash: `h-${reference}`, payment });
  return payment;
}

async function isDeclined(who: Somebody): Promise<void> {
  const reference = await invoice(who, "5");
  await message({ type: "invoice.declined", reference, hash: `h-${reference}` });
}

/** To a card they paid with. */
async function takesOut({ id, token }: Somebody, amount: string, card: string = id): Promise<void> {
  const { rows } = await app.host.db.query<{ id: string }>(
    "SELECT id FROM payments.instruments WHERE player_id = $1 AND token = $2",
    [id, card],
  );
  await app.api.call("POST /api/v1/factors/proof/password", { token, body: { password } });
  const body = { method_hash: required(rows[0], "a card").id, amount };
  const answer = await app.api.call("POST /api/v1/billing/payouts", { token, key: randomUUID(), body });
  expect(answer.status, answer.text).toBe(201);
}

async function plays({ token }: Somebody, amount: string): Promise<void> {
  const body = { stake: amount, currency: "USD", direction: "over", target: "50.00" };
  const answer = await app.api.call("POST /api/v1/games/dice/bets", { token, key: randomUUID(), body });
  expect(answer.status, answer.text).toBe(201);
}

async function shareBrowser(...players: Somebody[]): Promise<void> {
  const browser = Buffer.from(randomUUID().replaceAll("-", "").repeat(2), "hex");
  for (const { id } of players)
    await app.host.db.query(
      "INSERT INTO accounts.known_browsers (player_id, browser, known_since, seen_at) VALUES ($1, $2, $3, $3)",
      [id, browser, new Date(app.host.clock.now())],
    );
}

let matches = 0;
async function match(): Promise<string> {
  const event = `sr:match:${8_600 + ++matches}`;
  await openStandingMatch(app.host.db, event, new Date(app.host.clock.now() + 60 * minuteMs));
  return event;
}
async function bets({ token }: Somebody, event: string, outcome: string): Promise<void> {
  const legs = [{ event, market: "1x2", outcome, price: "2" }];
  const body = { kind: "single", unit: "1", legs };
  const answer = await app.api.call("POST /api/v1/betting/slips", { token, key: randomUUID(), body });
  expect(answer.status, answer.text).toBe(201);
}

const firstDuel = 900_000;
let duels = firstDuel;
async function losesDuels(loser: Somebody, winner: Somebody, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await app.host.db.query(
      `INSERT INTO duels.duels (number, state, currency, stake, side, house, rules_version, opener, opener_key, joined_by, joiner, joiner_key, opened_at, ended_at, opener_won)
       VALUES ($1, 'paid', 'USD', 1000000, 'heads', false, '1', $2, gen_random_uuid(), 'player', $3, gen_random_uuid(), $4, $4, false)`,
      [++duels, loser.id, winner.id, new Date(app.host.clock.now())],
    );
}

const times = async (count: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work(n);
};

/** Stories by the name of the rule that finds them. Each returns the players that are to be found. */
const stories: Readonly<Record<string, () => Promise<readonly Somebody[]>>> = {
  "Paid in and out without play": async () => {
    const one = await person();
    await paysIn(one, "800");
    await plays(one, "10");
    await app.host.clock.advance(minuteMs);
    await takesOut(one, "700");
    return [one];
  },
  "Out within the hour": async () => {
    const one = await person();
    await paysIn(one, "1500");
    await plays(one, "1");
    await takesOut(one, "1400");
    return [one];
  },
  "Split below the line": async () => {
    const one = await person();
    await times(3, () => paysIn(one, "1900"));
    return [one];
  },
  "A household pays in together": async () => {
    const [one, other] = [await person(), await person()];
    await shareBrowser(one, other);
    await paysIn(one, "1200");
    await paysIn(other, "1200");
    return [one, other];
  },
  "Many cards": async () => {
    const one = await person();
    await times(4, n => paysIn(one, "20", `${one.id}-${n}`));
    return [one];
  },
  "Many destinations": async () => {
    const one = await person();
    const cards = ["a", "b", "c"].map(name => `${one.id}-${name}`);
    for (const card of cards) await paysIn(one, "150", card);
    for (const card of cards) await takesOut(one, "120", card);
    return [one];
  },
  "One destination for several accounts": async () => {
    const [one, other] = [await person(), await person()];
    const card = randomUUID();
    for (const each of [one, other]) {
      await paysIn(each, "400", card);
      await takesOut(each, "350", card);
    }
    return [one, other];
  },
  "Many deposits in a day": async () => {
    const one = await person();
    await times(10, () => paysIn(one, "5"));
    return [one];
  },
  "A dormant account is filled": async () => {
    await paysIn(dormant, "900");
    return [dormant];
  },
  "Both sides of a bet": async () => {
    const [one, other] = [await person(), await person()];
    await shareBrowser(one, other);
    for (const each of [one, other]) await paysIn(each, "20");
    const event = await match();
    await bets(one, event, "home");
    await bets(other, event, "away");
    return [one, other];
  },
  "Stakes passed on in duels": async () => {
    const [one, friend] = [await person(), await person()];
    await losesDuels(one, friend, 15);
    return [one];
  },
  "Recalled after a withdrawal": async () => {
    const one = await person();
    const payment = await paysIn(one, "100");
    await takesOut(one, "90");
    await message({ type: "payment.recalled", payment });
    return [one];
  },
  "A new account moves large sums": async () => {
    const one = await person();
    await paysIn(one, "2500");
    await times(3, () => plays(one, "100"));
    await takesOut(one, "1200");
    return [one];
  },
  "Tested cards": async () => {
    const one = await person();
    await times(5, () => isDeclined(one));
    await paysIn(one, "5");
    return [one];
  },
  "Money goes in circles": async () => {
    const one = await person();
    await times(3, async () => {
      await paysIn(one, "30");
      await takesOut(one, "25");
    });
    return [one];
  },
};

/** Paid in a hundred days ago for the last time. */
let dormant: Somebody;

/** Who was not found within five minutes by the rule of their story. */
async function missedOf(played: ReadonlyMap<string, readonly Somebody[]>): Promise<readonly string[]> {
  const endedAt = app.host.clock.now();
  await app.host.clock.advance(minuteMs);
  await app.modules.projections.foldNow();
  await app.modules.risk.runRules();
  expect(app.host.clock.now() - endedAt).toBeLessThanOrEqual(5 * minuteMs);
  const { rows } = await app.host.db.query<{ name: string; player: string }>(
    `SELECT r.name, c.player_id AS player FROM risk.cases c JOIN risk.rules r ON r.id = c.rule_id
     WHERE c.kind = 'rule' AND c.opened_at <= $1`,
    [new Date(endedAt + 5 * minuteMs)],
  );
  const isFound = (name: string, { id }: Somebody) => rows.some(row => row.name === name && row.player === id);
  return [...played].filter(([name, people]) => !people.every(each => isFound(name, each))).map(([name]) => name);
}

test("each typology is found by its rule within five minutes, and no player who only plays", async () => {
  dormant = await person();
  await paysIn(dormant, "10");
  app.host.clock.setNow(app.host.clock.now() + 100 * dayMs);
  timur = await testOperator({ ...app, operators: app.modules.operators }, "risk");
  const { rules } = (await timur.call("GET /api/office/risk-rules")).body.data;
  const live = (rules as { name: string; live: object | null }[]).filter(rule => rule.live !== null);
  expect(live.map(({ name }) => name).sort()).toEqual(Object.keys(stories).sort());

  const honest: Somebody[] = [];
  await times(8, async n => {
    const one = await person();
    honest.push(one);
    await paysIn(one, `${50 + 30 * n}`);
    await times(12, () => plays(one, "5"));
    if (n % 2 === 0) await takesOut(one, "2");
  });
  const played = new Map<string, readonly Somebody[]>();
  for (const [name, story] of Object.entries(stories)) played.set(name, await story());
  expect(await missedOf(played)).toEqual([]);

  const { rowCount } = await app.host.db.query("SELECT FROM risk.cases WHERE player_id = ANY ($1::uuid[])", [
    honest.map(({ id }) => id),
  ]);
  expect(rowCount).toBe(0);
});

test("a blind spot is noticed: the story of a rule that is stopped is missed, and found once it is restored", async () => {
  const { rules } = (await timur.call("GET /api/office/risk-rules")).body.data;
  const name = "Tested cards";
  const { id } = required(
    (rules as { id: string; name: string }[]).find(rule => rule.name === name),
    name,
  );
  const run = (to: string) =>
    timur.call(`POST /api/office/risk-rules/${id}/run`, { to, version: 1, reason: "planted for this test" });
  expect((await run("stopped")).status).toBe(200);
  const played = new Map([[name, await required(stories[name], name)()]]);
  expect(await missedOf(played)).toEqual([name]);
  expect((await run("restored")).status).toBe(200);
  const again = new Map([[name, await required(stories[name], name)()]]);
  expect(await missedOf(again)).toEqual([]);
});
