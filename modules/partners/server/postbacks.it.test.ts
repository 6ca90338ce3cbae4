import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GuardedRequestFailed } from "#kit/http/guarded-request.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { block } from "#modules/limits/server/index.ts";
import type { Person } from "#modules/payments/testing/test-counter.ts";
import { firstPlan } from "../shared/plan.ts";
import { type TestPartners, testPartners } from "../testing/test-partners.ts";
import { latestEvents, sendAgain } from "./index.ts";

/** Networks that fail, repeat and answer late. */

let app: TestPartners;
beforeAll(async () => {
  app = await testPartners();
  await app.counter.fixRates();
});
afterEach(() => {
  app.network.answers.length = 0;
  app.network.received.length = 0;
});
afterAll(() => app.close());

const set = (who: Person, event: string, url: string | null) =>
  app.call(who, "PUT /api/v1/partner/postbacks", { event, url });
const logOf = async (who: Person) => (await app.call(who, "GET /api/v1/partner/postbacks")).body.data.log;
const send = () => app.run("partners-postbacks");
async function later(ms: number) {
  await app.counter.host.clock.advance(ms);
  await send();
}

test("an address is https on the host of the partner's site, with known macros", async () => {
  const owner = await app.partner("own-host", firstPlan);
  for (const url of [
    "http://own-host.example/p",
    "https://other.example/p",
    "https://127.0.0.1/p",
    "https://[::1]/p",
    "https://own-host.example:8443/p",
    "https://user@own-host.example/p",
    "https://{click_id}.own-host.example/p",
    "https://own-host.example/p?x={email}",
    "not an address",
  ])
    expect((await set(owner, "registration", url)).body.code, url).toBe("validation_failed");
  expect((await set(owner, "registration", "https://track.own-host.example/p?c={click_id}")).status).toBe(204);
  expect((await set(owner, "registration", null)).status).toBe(204);
  const stranger = await app.guest({});
  expect((await set(stranger, "registration", "https://x.example/")).body.code).toBe("partner_not_approved");
});

test("the sandbox's host, as it is configured, may be private and without TLS: for the partner whose site is there", async () => {
  const [owner, other] = [await app.partner("in-sandbox", firstPlan), await app.partner("elsewhere", firstPlan)];
  const url = "http://in-sandbox.example:3100/ads/steady?click_id={click_id}&event_id={event_id}";
  expect((await set(owner, "registration", url)).body.errors).toEqual({ url: ["url_invalid"] });
  const { config } = app.counter.host;
  const before = config.AD_NETWORK_HOSTS;
  Object.assign(config, { AD_NETWORK_HOSTS: ["in-sandbox.example:3100"] });
  try {
    expect((await set(owner, "registration", url)).status).toBe(204);
    expect((await set(owner, "registration", url.replace("3100", "3101"))).status).toBe(422);
    expect((await set(other, "registration", url)).body.errors).toEqual({ url: ["host_not_yours"] });
  } finally {
    Object.assign(config, { AD_NETWORK_HOSTS: before });
  }
});

test("each event is sent once, signed, with its macros encoded and no personal data", async () => {
  const owner = await app.partner("told", firstPlan);
  await set(owner, "registration", "https://told.example/r?c={click_id}&id={event_id}&t={time}");
  await set(owner, "first_deposit", "https://told.example/d?id={event_id}");
  const guest = await app.guest({ partner: "told" });
  await app.call(guest, "POST /attachSource", { cpaOneUid: "c 1&sum=9" });
  await send();
  expect(app.network.received).toEqual([]);
  await later(60_000);
  const { secret } = (await app.call(owner, "GET /api/v1/partner/postbacks")).body.data;
  const [first] = app.network.received;
  const { url, headers } = required(first, "a postback");
  expect(url).toMatch(/^https:\/\/told\.example\/r\?c=c%201%26sum%3D9&id=[0-9a-f-]{36}&t=\d+$/);
  const signed = createHmac("sha256", secret).update(`${headers["x-timestamp"]}.${url}`).digest("hex");
  expect(headers["x-signature"]).toBe(signed);
  expect(url).not.toContain(guest.id);

  await app.deposit(guest, "10");
  await app.deposit(guest, "10");
  for (let run = 0; run < 2; run++) {
    await app.run("partners-follow");
    await send();
  }
  expect(app.network.received.map(each => new URL(each.url).pathname)).toEqual(["/r", "/d"]);
  expect(await logOf(owner)).toMatchObject([
    { event: "first_deposit", state: "sent", tries: 1, outcome: "204" },
    { event: "registration", state: "sent", tries: 1 },
  ]);
});

test("a network that fails, redirects and answers late is tried with one event id until it takes it", async () => {
  const owner = await app.partner("retried", firstPlan);
  await set(owner, "registration", "https://retried.example/r?id={event_id}");
  await app.guest({ partner: "retried" });
  app.network.answers.push(503, new GuardedRequestFailed("redirected"), new GuardedRequestFailed("silent"), 204);
  await later(60_000);
  await send();
  expect(app.network.received).toHaveLength(1);
  for (const minutes of [1, 2, 4, 8]) await later(minutes * 60_000);
  expect(app.network.received).toHaveLength(4);
  expect(new Set(app.network.received.map(({ url }) => url)).size).toBe(1);
  expect(await logOf(owner)).toMatchObject([{ state: "sent", tries: 4, outcome: "204" }]);
});

test("after a day of failures the last try is made, and then no more", async () => {
  const owner = await app.partner("dead", firstPlan);
  await set(owner, "registration", "https://dead.example/r?id={event_id}");
  await app.guest({ partner: "dead" });
  app.network.answers.push(...Array.from({ length: 60 }, () => 500));
  for (let hour = 0; hour < 30; hour++) await later(3_600_000);
  const { length } = app.network.received;
  expect(length).toBeGreaterThan(10);
  expect(await logOf(owner)).toMatchObject([{ state: "failed", outcome: "500", tries: length }]);
  await later(86_400_000);
  expect(app.network.received).toHaveLength(length);
});

test("nothing is sent about an excluded player from the commit on, and nothing after the address was removed", async () => {
  const owner = await app.partner("withheld", firstPlan);
  await set(owner, "registration", "https://withheld.example/r?id={event_id}");
  const excluded = await app.guest({ partner: "withheld" });
  app.network.answers.push(500);
  await later(60_000);
  expect(app.network.received).toHaveLength(1);
  await app.counter.host.db.query(
    "INSERT INTO partners.events (id, partner_id, player_id, event, happened_at, next_at) SELECT gen_random_uuid(), partner_id, gen_random_uuid(), event, happened_at, next_at FROM partners.events WHERE player_id = $1",
    [excluded.id],
  );
  await app.counter.host.db.tx(tx => block(tx, excluded.id, new Date(app.counter.host.clock.now() + 90 * 86_400_000)));
  await later(60_000);
  expect(app.network.received).toHaveLength(2);
  await set(owner, "registration", null);
  await app.guest({ partner: "withheld" });
  await later(600_000);
  expect(app.network.received).toHaveLength(2);
  const log = await logOf(owner);
  expect(log.map(({ state, outcome }: { state: string; outcome: string }) => `${state} ${outcome}`).toSorted()).toEqual(
    ["sent 204", "withheld player_on_break"],
  );
  const { db, clock } = app.counter.host;
  const again = (id: Uuid) => db.tx(tx => sendAgain(tx, id, new Date(clock.now())));
  const [withheld] = await latestEvents(db, { state: "withheld", before: null }, 10);
  const [sent] = await latestEvents(db, { state: "sent", before: null }, 10);
  expect(await again(required(sent, "a delivered event").id)).toBe(false);
  expect(await again(required(withheld, "an event of an excluded player").id)).toBe(true);
  await later(60_000);
  expect(app.network.received).toHaveLength(2);
  expect((await latestEvents(db, { state: "withheld", before: null }, 10)).map(({ id }) => id)).toContain(withheld?.id);
});

describe("an advertising network", () => {
  const url = "https://ads.example/p?c={click_id}&e={event}&id={event_id}";
  const put = (change: object = {}) =>
    app.counter.host.db.tx(tx =>
      app.partners.networks.put(tx, { source: "ads", name: "Ads", url, active: true, changedBy: "Askar", ...change }),
    );
  const consent = (who: Person, granted: boolean) =>
    app.counter.host.db.query(
      "INSERT INTO notifications.consents (player_id, channel, granted, text, given_by, given_at) VALUES ($1, 'measurement', $2, 'x', 'settings', $3)",
      [who.id, granted, new Date(app.counter.host.clock.now())],
    );
  const clicked = async (clickId: string) => {
    const who = await app.guest({});
    await app.call(who, "POST /attachSource", { advertiseUid: clickId, advertiseSource: "ads" });
    return who;
  };
  const run = () => app.run("partners-networks");
  const events = () => app.network.received.map(each => new URL(each.url).searchParams.get("e"));
  const outcomes = async (who: Person) =>
    (await app.partners.networks.log())
      .filter(({ playerId }) => playerId === who.id)
      .map(({ event, state, outcome, tries }) => `${event} ${state} ${outcome} ${tries}`)
      .toSorted();

  test("gets the registration and the first deposit of a player who allowed it, once each, with the click's id alone", async () => {
    await put();
    const who = await clicked("gclid 1&x=2");
    await app.deposit(who, "10");
    await run();
    expect(app.network.received).toEqual([]);
    await consent(who, true);
    for (let n = 0; n < 2; n++) await run();
    expect(events().toSorted()).toEqual(["first_deposit", "registration"]);
    expect(app.network.received[0]?.url).toMatch(
      /^https:\/\/ads\.example\/p\?c=gclid%201%26x%3D2&e=\w+&id=[0-9a-f-]{36}$/,
    );
    expect(JSON.stringify(app.network.received)).not.toContain(who.id);
    expect(await outcomes(who)).toEqual(["first_deposit sent 204 1", "registration sent 204 1"]);
  });

  test("of a link with gclid gets the click that the registration carried", async () => {
    await put({ source: "gclid", url: "https://ads.example/g?gclid={click_id}&conversion={event}&order={event_id}" });
    const who = await app.guest({ click_id: "Cj0KCQ-a.b_c~1", click_source: "gclid" });
    await run();
    expect(app.network.received).toEqual([]);
    await consent(who, true);
    await run();
    expect(app.network.received.map(each => each.url)).toEqual([
      expect.stringMatching(
        /^https:\/\/ads\.example\/g\?gclid=Cj0KCQ-a\.b_c~1&conversion=registration&order=[0-9a-f-]{36}$/,
      ),
    ]);
    await put({ source: "gclid", active: false });
  });

  test("that fails, redirects and answers late is tried with one event id until it takes it", async () => {
    const who = await clicked("c-2");
    await consent(who, true);
    app.network.answers.push(500, new GuardedRequestFailed("redirected"), new GuardedRequestFailed("silent"), 204);
    await run();
    for (const minutes of [1, 2, 4]) {
      await app.counter.host.clock.advance(minutes * 60_000);
      await run();
    }
    expect(new Set(app.network.received.map(each => each.url)).size).toBe(1);
    expect(await outcomes(who)).toEqual(["registration sent 204 4"]);
  });

  test("gets nothing after consent is withdrawn, in a break, when it is off, and of another source", async () => {
    const [withdrawn, excluded] = [await clicked("c-3"), await clicked("c-4")];
    for (const who of [withdrawn, excluded]) await consent(who, true);
    app.network.answers.push(500, 500);
    await run();
    expect(app.network.received).toHaveLength(2);
    await consent(withdrawn, false);
    await app.counter.host.db.tx(tx => block(tx, excluded.id, new Date(app.counter.host.clock.now() + 86_400_000)));
    await app.counter.host.clock.advance(60_000);
    await run();
    expect(app.network.received).toHaveLength(2);
    expect(await outcomes(withdrawn)).toEqual(["registration withheld no_consent 2"]);
    expect(await outcomes(excluded)).toEqual(["registration withheld player_on_break 2"]);
    await put({ active: false });
    const late = await clicked("c-5");
    await consent(late, true);
    await run();
    expect(await outcomes(late)).toEqual([]);
  });

  test("has an https address with known macros on a public host", async () => {
    for (const bad of [
      "http://ads.example/p",
      "https://127.0.0.1:8443/p",
      "https://127.0.0.1/p",
      "https://[::1]/p",
      "https://169.254.169.254/p",
      "https://{click_id}.ads.example/",
      "https://a.example/?m={email}",
      "x",
    ])
      await expect(put({ url: bad }), bad).rejects.toMatchObject({ details: { errors: { url: ["url_invalid"] } } });
  });
});
