import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOfOffice, type Route, routeName } from "#kit/contract/route.ts";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { openStandingMatch } from "#modules/odds/testing/standing-match.ts";
import { type Permission, permissions, permissionsOf, roles } from "#modules/operators/shared/permissions.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { exampleBodies } from "./testing/example-bodies.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/**
 * Authorization of every declared call: generated from the table of calls, so that a new call is included automatically. A new player
 * call with an id in its path must declare here which of alice's objects that id may be.
 */

let app: FullApp;
let alice: Somebody;
let mallory: Somebody;
beforeAll(async () => {
  app = await openFullApp();
  alice = await app.register();
  mallory = await app.register();
});
afterAll(() => app.host.close());

const call = (name: string, token: string | undefined, body?: object) =>
  app.api.call(name, { token, key: randomUUID(), ...(body && { body }) });
const address = (route: Route, id: string) =>
  `${route.method} ${route.path.replace(/:colour/g, "red").replace(/:[a-z]+/g, encodeURIComponent(id))}`;
const ofPlayers = () => app.routes.filter(route => route.caller === "player");

describe("a guest", () => {
  test("is refused alike by every player call, with any invalid token", async () => {
    expect(ofPlayers().length).toBeGreaterThan(30);
    const ended = await app.register();
    await call("PUT /auth/logout", ended.token);
    const old = await app.register();
    await app.host.clock.advance(16 * 60_000);
    alice = await signedInAgain(alice);
    mallory = await signedInAgain(mallory);
    const tokens = [undefined, "", "x", ended.token, old.token, `${alice.token}x`, alice.id, "null", "a".repeat(5000)];
    for (const route of ofPlayers()) {
      const name = address(route, randomUUID());
      const answers = await Promise.all(
        tokens.map(token => call(name, token, route.method === "GET" ? undefined : {})),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, name).toBe(1);
      expect(answers[0], name).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    }
  });

  test("who changes the method, the case or the end of a path gets 404", async () => {
    for (const route of ofPlayers()) {
      const path = address(route, randomUUID()).slice(route.method.length + 1);
      for (const variant of [
        path.toUpperCase(),
        `${path}/`,
        `${path}/.`,
        `${path}%00`,
        `/${path}`,
        path.replace("/", "/%2e/"),
      ]) {
        const answer = await call(`${route.method} ${variant}`, undefined);
        expect([400, 401, 404], `${route.method} ${variant} → ${answer.status}`).toContain(answer.status);
      }
    }
  });

  test("operator and provider calls are refused too, also for a player", async () => {
    const others = app.routes.filter(({ caller }) => caller === "operations" || caller === "provider");
    expect(others.length).toBeGreaterThan(0);
    for (const route of others)
      for (const token of [undefined, mallory.token]) {
        const { status } = await call(address(route, "sandbox"), token, route.method === "GET" ? undefined : {});
        expect([401, 403, 404, 422], routeName(route)).toContain(status);
      }
  });
});

describe("an operator", () => {
  const ofOperators = () => app.routes.filter(route => route.caller === "operator");
  const bodyOf = (route: Route) => (route.method === "GET" ? undefined : {});

  test("may do what their role permits and nothing else: every role at every call", async () => {
    expect(ofOperators().length).toBeGreaterThan(5);
    for (const role of roles) {
      const somebody = await testOperator({ ...app, operators: app.modules.operators }, role);
      for (const route of ofOperators().filter(({ path }) => !path.endsWith("/logout"))) {
        const answer = await somebody.call(address(route, randomUUID()), bodyOf(route));
        const isPermitted = permissionsOf(role).has(route.permission as Permission);
        const of = `${role} at ${routeName(route)} → ${answer.text.slice(0, 200)}`;
        if (isPermitted) expect([200, 404, 409, 422], of).toContain(answer.status);
        else expect(answer, of).toMatchObject({ status: 403, body: { code: "forbidden" } });
      }
    }
  });

  test("without a permission gets nothing by another case, slash, method or header, either", async () => {
    const { cookies } = await testOperator({ ...app, operators: app.modules.operators }, "content");
    const may = (route: Route) => permissionsOf("content").has(route.permission as Permission);
    const closed = ofOperators().filter(route => !may(route));
    expect(closed.length).toBeGreaterThan(60);
    const open = ofOperators()
      .filter(may)
      .map(({ method, path }) => new RegExp(`^${method} ${path.replace(/:[a-z]+/g, "[^/]+")}$`));
    for (const route of closed) {
      const answers = await Promise.all(
        disguises(route).map(async ({ method, url, headers = {} }) => {
          const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
          const { status } = await app.api.call(`${method} ${url}`, {
            cookies,
            key: randomUUID(),
            headers: { host: "office.fairhouse.localhost", ...headers },
            ...(hasBody && { body: {} }),
          });
          return { asked: `${method.replace("HEAD", "GET")} ${url}`, status };
        }),
      );
      const passed = answers.filter(
        ({ asked, status }) => ![400, 403, 404, 405].includes(status) && !open.some(pattern => pattern.test(asked)),
      );
      expect(passed, routeName(route)).toEqual([]);
    }
  });

  test("needs a recent second factor for each of these calls, and for no other", async () => {
    const sensitive = ofOperators().filter(({ stepUp }) => stepUp);
    expect(sensitive.map(routeName).sort()).toEqual([
      "DELETE /api/office/app",
      "DELETE /api/office/passkeys/:id",
      "GET /api/office/copies/:id/file",
      "GET /api/office/exports/:id/file",
      "GET /api/office/exports/:id/workbook",
      "POST /api/office/app",
      "POST /api/office/app/finish",
      "POST /api/office/approvals/:id/approve",
      "POST /api/office/corrections",
      "POST /api/office/corrections/:id/book",
      "POST /api/office/emergencies/:id/review",
      "POST /api/office/exports/:id/release",
      "POST /api/office/flags/set",
      "POST /api/office/jobs/:id/drop",
      "POST /api/office/kyc/:id/documents/:document/open",
      "POST /api/office/kyc/:id/overrule",
      "POST /api/office/mirrors",
      "POST /api/office/mirrors/:hostname/retire",
      "POST /api/office/operators",
      "POST /api/office/operators/:id/invitation",
      "POST /api/office/operators/:id/unlock",
      "POST /api/office/passkeys",
      "POST /api/office/passkeys/finish",
      "POST /api/office/payouts/:id/approve",
      "POST /api/office/players/:id/erase",
      "POST /api/office/players/:id/free-bets",
      "POST /api/office/players/:id/limits/loosen",
      "POST /api/office/players/:id/reveal",
      "POST /api/office/players/:id/unlock",
      "POST /api/office/providers/:id/keys",
      "POST /api/office/providers/rounds/:id/void",
      "POST /api/office/pseudonyms/resolve",
      "POST /api/office/quarantine/:id/assign",
      "POST /api/office/quarantine/:id/return",
      "POST /api/office/receipts/:id/refund",
      "POST /api/office/regions/open",
      "POST /api/office/reports/tax-rules",
      "POST /api/office/tournaments/:id/cut-prize",
      "POST /api/office/webhooks/:id/replay",
      "PUT /api/office/catalogue/:id/limits",
      "PUT /api/office/operators/:id/role",
      "PUT /api/office/operators/:id/standing",
      "PUT /api/office/payout-rules/:currency",
    ]);
    const owner = await testOperator({ ...app, operators: app.modules.operators }, "owner");
    await app.host.clock.advance(5 * 60_000);
    for (const route of sensitive) {
      const answer = await owner.call(address(route, randomUUID()), {});
      expect(answer, routeName(route)).toMatchObject({ status: 403, body: { code: "step_up_required" } });
    }
  });

  test("has no call whose permission is not in the table, and no permission that no call needs", () => {
    const named = new Set(ofOperators().map(({ permission }) => permission));
    expect([...named].filter(name => !(permissions as readonly unknown[]).includes(name))).toEqual([]);
    // This one decides what a file says, not whether it is ordered.
    expect(permissions.filter(name => !named.has(name))).toEqual(["exports.players"]);
  });

  test("needs a session, and a player's token gives no access to the office", async () => {
    for (const route of ofOperators())
      for (const token of [undefined, mallory.token, "x"])
        expect(await call(address(route, randomUUID()), token, bodyOf(route)), routeName(route)).toMatchObject({
          status: 401,
          body: { code: "unauthenticated" },
        });
  });

  test("is served on the office's host name only, and players are not served there", async () => {
    const { cookies } = await testOperator({ ...app, operators: app.modules.operators }, "owner");
    const ask = (route: Route, host: string, token?: string) =>
      app.api.call(address(route, randomUUID()), { cookies, token, headers: { host }, body: bodyOf(route) });
    for (const route of app.routes.filter(isOfOffice))
      expect((await ask(route, "api.fairhouse.localhost")).status, routeName(route)).toBe(404);
    for (const route of ofPlayers())
      expect((await ask(route, "office.fairhouse.localhost", alice.token)).status, routeName(route)).toBe(404);
  });
});

interface Disguise {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same call as a router, a proxy or a framework might read it differently from its authorization. */
function disguises(route: Route): readonly Disguise[] {
  const path = address(route, randomUUID()).slice(route.method.length + 1);
  const urls = [
    path.toUpperCase(),
    path.replace("/office/", "/Office/"),
    `${path}/`,
    `${path}/.`,
    `${path}%00`,
    `${path}?x=1&x=2`,
    `${path};x=1`,
    `/${path}`,
    path.replace("/api/", "/api//"),
    path.replace("/office/", "/%6Fffice/"),
    path.replace("/office/", "/office/../office/"),
    path.replace("/api/", "/%2e/api/"),
  ];
  const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
  return [
    ...urls.map(url => ({ method: route.method, url })),
    ...methods.map(method => ({ method, url: path })),
    { method: "GET", url: path, headers: { "x-http-method-override": route.method } },
    { method: "POST", url: "/api/office/queues", headers: { "x-original-url": path, "x-rewrite-url": path } },
  ];
}

async function signedInAgain(who: Somebody): Promise<Somebody> {
  const answer = await call("POST /api/v2/auth/login/email/password", undefined, { email: who.email, password });
  return { ...who, token: answer.body.token };
}

/** Creates one of alice's objects for a call; returns its id. */
type Owned = () => Promise<string>;

const dayAfter = () => new Date(app.host.clock.now() + 86_400_000);
const insert = async (text: string, ...values: readonly (string | Date)[]) => {
  const id = randomUUID();
  await app.host.db.query(text, [id, alice.id, ...values]);
  return id;
};
const bonus: Owned = () =>
  insert(
    `INSERT INTO bonuses.bonuses (id, player_id, name, kind, status, currency, amount, wager_target, created_at)
     VALUES ($1, $2, '{"ru": "b", "en": "b", "kz": "b"}', 'manual', 'waiting', 'USD', 1000000, 1, $3)`,
    dayAfter(),
  );
const invoice: Owned = () =>
  insert(
    `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at)
     VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', 'card-page', 'USD', 1000000, 2, $3, $3)`,
    dayAfter(),
  );
const payout: Owned = async () => {
  const instrument = await insert(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', $3)`,
    dayAfter(),
  );
  return insert(
    `INSERT INTO payments.payouts (id, player_id, idempotency_key, request_hash, provider, instrument_id, currency, amount, status, created_at, send_at)
     VALUES ($1, $2, $1, decode(repeat('00', 32), 'hex'), 'sandbox', $4, 'USD', 1000000, 1, $3, $3)`,
    dayAfter(),
    instrument,
  );
};
const savedAddress: Owned = () =>
  insert(
    `INSERT INTO payments.saved_addresses (id, player_id, rail, token, address, name, added_at, usable_from)
     VALUES ($1, $2, 'usdt', gen_random_uuid()::text, '0x', 'Home', $3, $3)`,
    dayAfter(),
  );
const personalData: Owned = () =>
  insert(
    `INSERT INTO privacy.exports (id, player_id, step, steps, requested_at, ready_at, expires_at, content)
     VALUES ($1, $2, 1, 1, $3, $3, $3, '')`,
    dayAfter(),
  );
const notice: Owned = () =>
  insert(
    `INSERT INTO notifications.entries (id, player_id, kind, data, source, created_at)
     VALUES ($1, $2, 'play_figures', '{}', gen_random_uuid()::text, $3)`,
    dayAfter(),
  );
const passkey: Owned = () =>
  insert(
    `INSERT INTO factors.passkeys (id, player_id, rp_id, public_key, counter, transports, name, created_at)
     VALUES ($1, $2, 'fairhouse.localhost', '', 0, '{}', 'phone', $3)`,
    dayAfter(),
  );
const freeSpins: Owned = async () => {
  const [campaign, grant] = [randomUUID(), randomUUID()];
  await app.host.db.query(
    `INSERT INTO free_spins.campaigns (id, title, provider_id, game_slug, game_titles, currency, bet, listed_bet, count, cost_cap, granted,
       expires_at, state, created_by, created_at, opened_at)
     VALUES ($1, 'Opening', $1, 'g', '{"en": "G", "ru": "G", "kk": "G"}', 'USD', 1000000, '1', 10, 10000000, 10000000, $2, 'open', 'Madina', $2, $2)`,
    [campaign, dayAfter()],
  );
  await app.host.db.query(
    `INSERT INTO free_spins.grants (id, campaign_id, player_id, granted_at, granted_by, confirmed) VALUES ($1, $2, $3, $4, 'Madina', 'granted')`,
    [grant, campaign, alice.id, dayAfter()],
  );
  await app.host.db.query(
    `INSERT INTO wallet.free_rounds (grant_id, player_id, game, slug, currency, stake, count, rounds_left, expires_at)
     VALUES ($1, $2, 100, 'g', 'USD', 1000000, 10, 10, $3)`,
    [grant, alice.id, dayAfter()],
  );
  return campaign;
};
const session: Owned = async () => {
  const { token } = await signedInAgain(alice);
  const { data } = (await call("GET /api/v1/sessions", token)).body;
  return data.find(({ current }: { current: boolean }) => current).id;
};
const pushDevice: Owned = async () => {
  const body = {
    ...exampleBodies["POST /api/v1/push"],
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  };
  const added = await call("POST /api/v1/push", alice.token, body);
  expect(added.status, added.text).toBe(200);
  return added.body.data.devices[0].id;
};
const bet: Owned = async () => {
  await app.payIn(alice, "10");
  await call("PUT /api/v1/fairness/client-seed", alice.token, { client_seed: "alice" });
  const placed = await call("POST /api/v1/games/dice/bets", alice.token, {
    stake: "1",
    direction: "over",
    target: "49.99",
  });
  expect(placed.status, placed.text).toBe(201);
  return placed.body.data.id;
};

const slip: Owned = async () => {
  await app.payIn(alice, "10");
  const event = `m:${randomUUID()}`;
  await openStandingMatch(app.host.db, event, dayAfter());
  const legs = [{ event, market: "1x2", outcome: "home", price: "2" }];
  const placed = await call("POST /api/v1/betting/slips", alice.token, { kind: "single", unit: "1", legs });
  expect(placed.status, placed.text).toBe(201);
  return placed.body.data.id;
};

const strategyBody = {
  game: "dice",
  currency: "USD",
  name: "Evening",
  strategy: {
    stake: "1",
    count: 10,
    stop_on_profit: null,
    stop_on_loss: "5",
    after_win: { kind: "reset" },
    after_loss: { kind: "percent", percent: 100 },
    conditions: [{ when: { kind: "losses", count: 3 }, do: { kind: "stop" } }],
  },
};
const strategy: Owned = async () => {
  const name = `Evening ${randomUUID().slice(0, 8)}`;
  const saved = await call("POST /api/v1/autobet/strategies", alice.token, { ...strategyBody, name });
  expect(saved.status, saved.text).toBe(201);
  return saved.body.data.id;
};

/** Opened by a guest: only the browser with its cookie joins it. */
const guestConversation: Owned = async () => {
  const body = { key: randomUUID(), text: "hello", email: "guest@example.com" };
  const opened = await call("POST /api/v1/support/conversations", undefined, body);
  expect(opened.status, opened.text).toBe(201);
  return opened.body.data.id;
};

const owned: Readonly<Record<string, Owned>> = {
  "DELETE /api/v1/autobet/strategies/:id": strategy,
  "PUT /api/v1/autobet/strategies/:id": strategy,
  "DELETE /api/v1/billing/addresses/:id": savedAddress,
  "DELETE /api/v1/billing/payouts/:id": payout,
  "POST /api/v1/billing/payouts/:id/answer": payout,
  "DELETE /api/v1/factors/passkeys/:id": passkey,
  "DELETE /api/v1/inbox/:id": notice,
  "GET /api/v1/inbox/:id/steps": notice,
  "POST /api/v1/inbox/:id/restore": notice,
  "DELETE /api/v1/push/:id": pushDevice,
  "DELETE /api/v1/sessions/:id": session,
  "GET /api/freeSpinsCampaigns/:id": freeSpins,
  "GET /api/v1/betting/slips/:id": slip,
  "POST /api/v1/betting/slips/:id/cash-out": slip,
  "PUT /api/v1/betting/slips/:id/auto-cash-out": slip,
  "DELETE /api/v1/betting/slips/:id/auto-cash-out": slip,
  "POST /api/v1/betting/slips/:id/edit": slip,
  "POST /api/v1/betting/slips/:id/undo": slip,
  "GET /api/v1/privacy/export/:id/file": personalData,
  "GET /billing/payment/status/:id": invoice,
  "GET /bonus-system/bonus/:id": bonus,
  "POST /api/v1/billing/payments/:id/cancel": invoice,
  "GET /api/v1/bonuses/:id/bets": bonus,
  "POST /api/v1/bonuses/:id/collect": bonus,
  "POST /api/v1/bonuses/:id/give-up": bonus,
  "POST /api/v1/support/conversations/:id/join": guestConversation,
  "PUT /api/v2/freeSpinsCampaigns/cancel/:id": freeSpins,
};
/** Any bet of hers will do for every step of every game: a bet id is resolved before anything else. */
const ownedOf = (route: Route) =>
  owned[routeName(route)] ?? (/\/games\/.*\/bets\/:id/.test(route.path) ? bet : undefined);
/** Valid bodies, by the step. */
const steps: Readonly<Record<string, object>> = {
  edit: {
    kind: "single",
    unit: "10",
    offer: "5",
    legs: [{ event: "m:1", market: "1x2", outcome: "home", price: "2" }],
  },
  reveal: { tile: 1 },
  guess: { choice: "higher" },
  flip: { side: "heads" },
  answer: { answer: "It is my own card." },
  "cash-out": { offer: "1" },
  "auto-cash-out": { direction: "up", offer: "1", share: 100 },
};
const stepOf = (route: Route) =>
  route.path.startsWith("/api/v1/autobet/") ? strategyBody : (steps[route.path.split("/").at(-1) ?? ""] ?? {});
/** Parameters that identify no object of a player. */
const choices = [":colour", ":provider", ":kind", ":slug", ":coin", ":room"];

/** Duels, battles, tournaments, bonus campaigns, missions, matches, messages and rains of chat rooms are public, so that anyone may join or follow; that no one cancels another's is tested separately. */
const namedToAll: ReadonlySet<string> = new Set([
  "PUT /api/v1/betting/favourites/:kind/:id",
  "POST /api/v1/bonuses/:id/claim",
  "POST /api/v1/chat/messages/:id/report",
  "POST /api/v1/chat/rains/:id/collect",
  "POST /api/v1/missions/:id/collect",
  "POST /api/v1/games/coinflip/duels/:id/join",
  "DELETE /api/v1/games/coinflip/duels/:id",
  "POST /api/v1/games/cases/battles/:id/join",
  "DELETE /api/v1/games/cases/battles/:id",
  "POST /api/v1/tournaments/:id/join",
  "POST /api/v1/tournaments/:id/dispute",
]);

describe("mallory, with the ids of alice's objects", () => {
  const withIds = () =>
    ofPlayers()
      .filter(({ path }) => (path.match(/:[a-z]+/g) ?? []).some(name => !choices.includes(name)))
      .filter(route => !namedToAll.has(routeName(route)));

  test("every player call with an id in its path is covered here", () => {
    expect(
      withIds()
        .filter(route => !ownedOf(route))
        .map(routeName),
    ).toEqual([]);
    expect(withIds().length).toBeGreaterThan(Object.keys(owned).length);
  });

  test("gets the same response as for an unknown id, and alice's objects do not change", async () => {
    for (const route of withIds()) {
      const name = routeName(route);
      const id = (await ownedOf(route)?.()) ?? "";
      const factsBefore = await factsOfAlice();
      const body = route.method === "GET" ? undefined : stepOf(route);
      const foreign = await call(address(route, id), mallory.token, body);
      const unknown = await call(address(route, randomUUID()), mallory.token, body);
      const seen = ({ status, text }: TestAnswer) => ({ status, text });
      // A call that requires a fresh proof first reveals nothing of the object.
      expect([403, 404], `${name} (a step with a body has one in \`steps\`) → ${foreign.text}`).toContain(
        foreign.status,
      );
      expect(seen(foreign), name).toEqual(seen(unknown));
      expect(await factsOfAlice(), name).toEqual(factsBefore);
    }
  });

  test("alice herself does not get 404 for them", async () => {
    for (const route of withIds().filter(({ method }) => method === "GET")) {
      const id = (await ownedOf(route)?.()) ?? "";
      // The raw bytes of an export are not JSON; access is all that is checked.
      const answer = await call(address(route, id), alice.token).catch(() => undefined);
      expect(answer?.status ?? 200, routeName(route)).not.toBe(404);
    }
  });
});

/** State that a call of mallory's must not change. */
async function factsOfAlice(): Promise<unknown> {
  const { rows } = await app.host.db.query(
    `SELECT (SELECT count(*) FROM accounts.sessions WHERE player_id = $1 AND ended_at IS NULL) AS sessions,
            (SELECT count(*) FROM factors.passkeys WHERE player_id = $1) AS passkeys,
            (SELECT count(*) FROM free_spins.grants WHERE player_id = $1 AND ended_at IS NULL) AS grants,
            (SELECT count(*) FROM payments.saved_addresses WHERE player_id = $1) AS addresses,
            (SELECT count(*) FROM payments.payouts WHERE player_id = $1 AND status = 1) AS payouts,
            (SELECT count(*) FROM payments.invoices WHERE player_id = $1 AND status = 2) AS invoices,
            (SELECT count(*) FROM ledger.transfers) AS transfers`,
    [alice.id],
  );
  return rows[0];
}
