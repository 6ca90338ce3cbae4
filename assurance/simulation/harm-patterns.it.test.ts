import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { invariants } from "#apps/server/invariants.ts";
import { type FullApp, openFullApp, password, type Somebody } from "#apps/server/testing/full-app.ts";
import { required } from "#kit/std/invariant.ts";
import type { MarkerName } from "#modules/harm/shared/markers.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";

/**
 * Twelve patterns of harm, each played by a person of its own over the calls that players make, on the virtual clock. The hourly score
 * finds every one by the marker that is meant for it; what cannot wait for the hour opens a case within a minute.
 */

let app: FullApp;
beforeAll(async () => {
  app = await openFullApp({ IDLE_MINUTES: "0" });
  await app.host.db.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($2, now(), now(), $1) ON CONFLICT DO NOTHING",
    [
      JSON.stringify({ USD: "1", EUR: "1", RUB: "0.01", KZT: "0.002", INR: "0.012" }),
      Math.floor(app.host.clock.now() / dayMs),
    ],
  );
});
afterEach(async () => {
  // Money is credited here without a payment.
  expect(
    await differencesOf(
      app.host.db,
      invariants.filter(({ id }) => id !== "I11"),
    ),
  ).toEqual([]);
});
afterAll(() => app.host.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const job = (name: string) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
    name,
  ).run({});
const pass = (ms: number) => app.host.clock.setNow(app.host.clock.now() + ms);

/** Signed in again when a token may have expired. */
interface Player extends Somebody {
  token: string;
  since: number;
}

let addresses = 0;
async function person(): Promise<Player> {
  const who = await app.register(undefined, `198.51.100.${++addresses}`);
  const body = { client_seed: who.email.slice(0, 16) };
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: who.token, body });
  return { ...who, since: app.host.clock.now() };
}

async function calls(who: Player, call: string, body?: object) {
  if (app.host.clock.now() - who.since > 10 * minuteMs) {
    const login = await app.api.call("POST /api/v2/auth/login/email/password", {
      body: { email: who.email, password },
    });
    expect(login.status, login.text).toBe(200);
    who.token = login.body.data?.token ?? login.body.token;
    who.since = app.host.clock.now();
  }
  return app.api.call(call, { token: who.token, key: randomUUID(), ...(body && { body }) });
}

/** A stake at dice of which one roll in ten thousand wins. */
async function stakes(who: Player, stake: string): Promise<void> {
  const answer = await calls(who, "POST /api/v1/games/dice/bets", {
    stake,
    currency: "USD",
    direction: "over",
    target: "99.98",
  });
  expect(answer.status, answer.text).toBe(201);
}

async function card({ id }: Player): Promise<string> {
  const { rows } = await app.host.db.query<{ id: string }>(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES (gen_random_uuid(), $1, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $2) RETURNING id`,
    [id, new Date(app.host.clock.now() - 30 * dayMs)],
  );
  await app.host.db.query("INSERT INTO verification.cases (player_id, status) VALUES ($1, 'success')", [id]);
  return required(rows[0], "a card").id;
}

/** The provider declined a deposit. */
async function isDeclined({ id }: Player): Promise<void> {
  const now = new Date(app.host.clock.now());
  await app.host.db.query(
    `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at, ended_at)
     VALUES ($1, $2, $1, sha256('x'), 'sandbox', 'card-page', 'USD', 1000000, 5, $3, $3, $3)`,
    [randomUUID(), id, now],
  );
}

const times = async (count: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work(n);
};

interface Pattern {
  readonly name: string;
  readonly marker: MarkerName;
  play(who: Player): Promise<void>;
}

const patterns: readonly Pattern[] = [
  {
    name: "plays mostly at night",
    marker: "night_share",
    play: async who => {
      await app.payIn(who, "20");
      await times(10, () => stakes(who, "1"));
    },
  },
  {
    name: "loses several times what they used to",
    marker: "loss_growth",
    play: async who => {
      await app.payIn(who, "310");
      await times(3, () => stakes(who, "100"));
    },
  },
  {
    name: "pays in more than 700 euros a month",
    marker: "net_deposits",
    play: async who => {
      await app.payIn(who, "1500");
      await stakes(who, "1");
    },
  },
  {
    name: "is 20 and pays in more than 300 euros a month",
    marker: "net_deposits",
    play: async who => {
      const identity = { first_name: "Young", last_name: "Player", birth_date: "2005-05-17" };
      const given = await calls(who, "POST /api/v1/verification/identity", identity);
      expect(given.status, given.text).toBeLessThan(300);
      await app.payIn(who, "600");
      await stakes(who, "1");
    },
  },
  {
    name: "plays for five hours",
    marker: "minutes_a_day",
    play: async who => {
      await app.payIn(who, "20");
      await times(13, async () => {
        await stakes(who, "1");
        pass(25 * minuteMs);
      });
    },
  },
  {
    name: "plays in six sessions a day",
    marker: "sessions_a_day",
    play: async who => {
      await app.payIn(who, "20");
      await times(6, async () => {
        await stakes(who, "1");
        pass(31 * minuteMs);
      });
    },
  },
  {
    name: "chases losses",
    marker: "chasing",
    play: async who => {
      await app.payIn(who, "120");
      await times(42, n => stakes(who, n % 2 === 0 ? "1" : "4"));
    },
  },
  {
    name: "tops up within one session",
    marker: "top_ups",
    play: async who => {
      await app.payIn(who, "10");
      await times(4, async () => {
        await stakes(who, "1");
        await app.payIn(who, "1");
      });
    },
  },
  {
    name: "plays the balance down to nothing again and again",
    marker: "emptied",
    play: async who => {
      await times(8, async () => {
        await app.payIn(who, "1");
        await stakes(who, "1");
        pass(31 * minuteMs);
      });
      await app.payIn(who, "1");
    },
  },
  {
    name: "has deposits declined",
    marker: "declined",
    play: async who => {
      await app.payIn(who, "1");
      await stakes(who, "1");
      await times(4, async () => {
        await isDeclined(who);
        pass(11 * minuteMs);
      });
    },
  },
  {
    name: "cancels withdrawals and plays",
    marker: "withdrawals_canceled",
    play: async who => {
      await app.payIn(who, "100");
      const method_hash = await card(who);
      await times(3, async () => {
        await calls(who, "POST /api/v1/factors/proof/password", { password });
        const asked = await calls(who, "POST /api/v1/billing/payouts", { method_hash, amount: "20" });
        expect(asked.status, asked.text).toBe(201);
        const canceled = await calls(who, `DELETE /api/v1/billing/payouts/${asked.body.data.id}`);
        expect(canceled.status, canceled.text).toBeLessThan(300);
      });
      await stakes(who, "1");
    },
  },
  {
    name: "loosens limits",
    marker: "limits_loosened",
    play: async who => {
      await app.payIn(who, "20");
      const limit = async (body: object) => {
        const set = await calls(who, "PUT /api/v1/limits", { currency: "USD", ...body });
        expect(set.status, set.text).toBe(200);
        await app.host.clock.advance(1_000);
      };
      await limit({ deposit_limit: "50" });
      await limit({ loss_limit: "50" });
      await limit({ deposit_limit: "100" });
      await limit({ loss_limit: "100" });
      await stakes(who, "1");
    },
  },
];

test("each of twelve patterns is found by its marker at the next hourly score, and a quiet player by none", async () => {
  const quiet = await person();
  const players = new Map<Pattern, Player>();
  for (const pattern of patterns) {
    const who = await person();
    players.set(pattern, who);
    await pattern.play(who);
    // The first one plays at night, the others from noon on.
    if (pattern.marker === "night_share") {
      pass(12 * hourMs - (app.host.clock.now() % dayMs));
      await app.payIn(quiet, "50");
      await times(5, () => stakes(quiet, "1"));
    }
    pass(13 * minuteMs);
    if (app.host.clock.now() % dayMs > 16 * hourMs) pass(dayMs + 12 * hourMs - (app.host.clock.now() % dayMs));
    await app.modules.projections.foldNow();
    await job("harm-score");
  }
  const missed: string[] = [];
  for (const [{ name, marker }, who] of players) {
    const { markers } = (await calls(who, "GET /api/v1/play-markers")).body.data;
    const found = (markers as { name: string; points: number }[]).find(each => each.name === marker);
    if (!found || found.points <= 0) missed.push(name);
  }
  expect(missed).toEqual([]);
  expect((await calls(quiet, "GET /api/v1/play-markers")).body.data).toMatchObject({ score: 0 });
});

test("what cannot wait for the hour opens a case within a minute", async () => {
  const [declined, limited, said] = [await person(), await person(), await person()];
  await times(5, () => isDeclined(declined));
  await app.payIn(limited, "20");
  await calls(limited, "PUT /api/v1/limits", { currency: "USD", deposit_limit: "5" });
  await times(3, async () => {
    await app.host.clock.advance(1_000);
    const refused = await calls(limited, "POST /api/v1/billing/payments", { method_hash: "card-page", amount: "50" });
    expect(refused.body.code).toBe("deposit_limit_reached");
  });
  await calls(said, "POST /api/v1/support/conversations", { key: randomUUID(), text: "Мен тоқтай алмай жүрмін" });
  const begun = app.host.clock.now();
  const kindsOf = async () => {
    await job("harm-signs");
    const { rows } = await app.host.db.query<{ id: string; kind: string; at: Date }>(
      "SELECT player_id AS id, kind, opened_at AS at FROM harm.cases WHERE player_id = ANY ($1::uuid[])",
      [[declined.id, limited.id, said.id]],
    );
    expect(rows.every(({ at }) => at.getTime() - begun <= minuteMs)).toBe(true);
    return rows.map(({ id, kind }) => `${id} ${kind}`).sort();
  };
  await app.host.clock.advance(minuteMs);
  await expect
    .poll(kindsOf)
    .toEqual([`${declined.id} declines`, `${limited.id} limit_reached`, `${said.id} said_so`].sort());
});
