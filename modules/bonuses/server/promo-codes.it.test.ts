import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { holdOffers } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { insertCampaign, setCampaignState } from "./campaign-store.ts";
import { type Bonuses, createBonuses } from "./index.ts";
import { makeBatch, makeWord } from "./make-codes.ts";

let counter: TestCounter;
let bonuses: Bonuses;
beforeAll(async () => {
  counter = await testCounter({
    modules: ["bonuses"],
    more: ({ host, accounts, wallet, payments }) => {
      const approvals = { register: () => undefined, ask: () => Promise.reject(new Error("nothing is asked")) };
      bonuses = createBonuses(host, {
        accounts,
        bets: shownBets,
        payments,
        wallet,
        approvals,
        audit: createAudit(host),
      });
      return [bonuses];
    },
  });
});
afterEach(async () => expect(await auditBooks(counter.host.db)).toEqual([]));
afterAll(() => counter.close());

const unit = 1_000_000n;
let address = 0;

async function campaign(terms: { byCode?: boolean; budget?: number; hours?: number } = {}): Promise<Uuid> {
  const id = randomUUID() as string as Uuid;
  const { byCode = true, budget = 1_000_000, hours = 48 } = terms;
  await counter.host.db.tx(async tx => {
    const at = new Date(counter.host.clock.now());
    await insertCampaign(
      tx,
      {
        id,
        name: { ru: "Код", en: "Code", kz: "Код" },
        kind: "manual",
        currency: "RUB",
        percent: null,
        amount: micros(100n * unit),
        minDeposit: null,
        wager: 20,
        hours: 24,
        budget: micros(BigInt(budget) * unit),
        endsAt: new Date(at.getTime() + hours * 3_600_000),
        byCode,
      },
      "content",
      at,
    );
    await setCampaignState(tx, id, "active", "finance");
  });
  return id;
}
const word = (text: string, uses: number, of: Uuid) =>
  counter.host.db.tx(tx => makeWord(bonuses.campaigns, tx, { campaign: of, word: text, uses }, "content"));

/** From an address of its own, unless one is given. */
function redeem(person: Person, code: unknown, ip = `10.9.${Math.floor(++address / 250)}.${address % 250}`) {
  return counter.api.call("POST /api/v1/promo-codes", {
    token: person.token,
    body: { code },
    headers: { "idempotency-key": randomUUID() },
    ip,
  });
}
const used = async (of: Uuid) =>
  (
    await counter.host.db.query<{ used: number }>(
      "SELECT sum(used)::int AS used FROM bonuses.promo_codes WHERE campaign_id = $1",
      [of],
    )
  ).rows[0]?.used;

test("a word for many is used by each once, typed in any case, until its uses are gone", async () => {
  const [ann, ben, cid] = [await counter.person(), await counter.person(), await counter.person()];
  const spring = await campaign();
  await word("Spring 10", 2, spring);
  const first = await redeem(ann, "spring-l0");
  expect(first.body.data).toMatchObject({ name: "Code", status: "active", amount: "100" });
  expect(await redeem(ann, "SPRING10")).toMatchObject({ status: 409, body: { code: "promo_code_refused" } });
  expect((await redeem(ben, "SPRING 10")).status).toBe(200);
  expect((await redeem(cid, "SPRING10")).status).toBe(409);
  expect(await used(spring)).toBe(2);
});

test("of 200 uses of one code at once one is taken", async () => {
  const dora = await counter.person();
  const of = await campaign();
  const [code = ""] = await counter.host.db.tx(tx =>
    makeBatch(bonuses.campaigns, tx, { campaign: of, count: 3 }, "content"),
  );
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){2}$/);
  const people = [dora, ...(await Promise.all(Array.from({ length: 19 }, () => counter.person())))];
  const answers = await Promise.all(people.flatMap(person => Array.from({ length: 10 }, () => redeem(person, code))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await used(of)).toBe(1);
  const { rows } = await counter.host.db.query("SELECT held FROM bonuses.campaigns WHERE id = $1", [of]);
  expect(rows).toEqual([{ held: 100n * unit }]);
});

test("every refusal reads alike, and moves nothing", async () => {
  const erin = await counter.person();
  const [over, small, offered] = [
    await campaign({ hours: -1 }),
    await campaign({ budget: 100 }),
    await campaign({ byCode: false }),
  ];
  await word("OVER", 5, over);
  await word("SMALL", 5, small);
  await redeem(await counter.person(), "SMALL");
  await expect(word("OFFERED", 5, offered)).rejects.toMatchObject({ error: { code: "promo_code_taken" } });
  await expect(word("0VER", 5, small)).rejects.toMatchObject({ error: { code: "promo_code_taken" } });
  const answers = await Promise.all(["OVER", "SMALL", "UNKNOWN", "x"].map(code => redeem(erin, code)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.body.code).toBe("promo_code_refused");
  expect(await used(over)).toBe(0);
  expect(await used(small)).toBe(1);
});

test.each([["ВЕСНА"], ["SPRING\u200b"], ["ＳＰＲＩＮＧ"], ["<b>CODE</b>"], ["A".repeat(65)], [""], [1e3], [null]])(
  "%j is no code",
  async code => {
    const answer = await redeem(await counter.person(), code);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["code"]]);
  },
);

test("a link's word is known while it can be used; a single-use code never is, nor anything after ten unknown ones", async () => {
  const of = await campaign({ budget: 100 });
  await word("LINK", 5, of);
  const [single = ""] = await counter.host.db.tx(tx =>
    makeBatch(bonuses.campaigns, tx, { campaign: of, count: 1 }, "content"),
  );
  const find = (code: string, from = "10.7.0.1") => bonuses.findPromoCode(code, from);
  expect(await find("l1nk")).toMatchObject({ type: "bonus", value: "100 RUB" });
  expect(await find(single)).toBeUndefined();
  expect(await find("\u041b\u0418\u041d\u041a")).toBeUndefined();
  for (let n = 0; n < 9; n += 1) expect(await find(`NONE${n}`)).toBeUndefined();
  expect(await find("LINK")).toBeUndefined();
  expect(await find("LINK", "10.7.0.2")).toBeDefined();
  await redeem(await counter.person(), "LINK");
  expect(await find("LINK", "10.7.0.2")).toBeUndefined();
});

test("a campaign that takes a code is no offer, and is not claimed without one", async () => {
  const frank = await counter.person();
  const of = await campaign();
  const { data } = (await counter.api.call("GET /api/v1/bonus-offers", { token: frank.token })).body;
  expect(data.map(({ id }: { id: string }) => id)).not.toContain(of);
  expect(
    (
      await counter.api.call(`POST /api/v1/bonuses/${of}/claim`, {
        token: frank.token,
        headers: { "idempotency-key": randomUUID() },
      })
    ).status,
  ).toBe(409);
});

test("after ten wrong codes in an hour no other is tried: of one player from any address, and from one address by any player", async () => {
  const grace = await counter.person();
  await word("GRACE", 5, await campaign());
  for (let n = 0; n < 10; n += 1) expect((await redeem(grace, `WRONG${n}`)).status).toBe(409);
  const refused = await redeem(grace, "GRACE");
  expect([refused.status, refused.body.code]).toEqual([429, "promo_codes_tried"]);
  for (let n = 0; n < 10; n += 1) await redeem(await counter.person(), "WRONG", "10.8.0.1");
  expect((await redeem(await counter.person(), "GRACE", "10.8.0.1")).status).toBe(429);
  await counter.host.clock.advance(3_600_000);
  expect((await redeem(grace, "GRACE")).status).toBe(200);
});

test("a code that comes with the registration is used by it; a wrong one changes nothing", async () => {
  await word("WELCOME", 5, await campaign());
  const register = async (promo: string) => {
    const body = {
      email: `${randomUUID()}@example.com`,
      password: "correct horse",
      currency: "RUB",
      agree: true,
      promo,
    };
    const answer = await counter.api.call("POST /api/v2/auth/register/email", { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.token as string;
  };
  const [heidi, ivan] = [await register("welcome"), await register("wrong")];
  const of = async (token: string) => (await counter.api.call("GET /api/v1/bonuses", { token })).body.data;
  await counter.host.passUntil(async () => (await of(heidi)).length === 1);
  expect(await of(heidi)).toMatchObject([{ name: "Code", status: "active" }]);
  expect(await of(ivan)).toEqual([]);
});

test("a promotion of an advertisement is shown with what it costs, and says what its reader may do", async () => {
  const of = await campaign();
  await word("AUTUMN-1", 2, of);
  const { db, clock } = counter.host;
  const visit = randomUUID();
  const at = new Date(clock.now());
  await db.query(
    `INSERT INTO attribution.ad_visits (adv_id, utm_source, utm_medium, utm_campaign, utm_term, query, visited_at)
     VALUES ($1, 'a', 'b', 'autumn', 'd', '{}', $2)`,
    [visit, at],
  );
  const show = async (person?: Person, id: string = visit) =>
    counter.api.call(`GET /api/v1/ad-promotions/${id}`, { ...(person && { token: person.token }) });
  expect((await show()).status).toBe(404);
  await db.query(
    "INSERT INTO attribution.promos (code, type, value, utm_campaign, ends_at) VALUES ('AUTUMN-1', 'deposit', '100', 'autumn', $1)",
    [new Date(at.getTime() + 60_000)],
  );
  const [anna, boris, vera] = [await counter.person(), await counter.person(), await counter.person()];
  expect((await show()).body.data).toMatchObject({
    code: "AUTUMN-1",
    type: "deposit",
    value: "100",
    expires_in: 60,
    state: "open",
    offer: { id: of, amount: "100", wager: 20, wager_target: "2000", max_bet: "300", average_cost: 80 },
  });
  expect((await show(anna)).body.data.state).toBe("open");
  expect((await redeem(anna, "AUTUMN-1")).status).toBe(200);
  expect((await show(anna)).body.data).toMatchObject({ state: "claimed" });
  // Nothing is shown as an offer while offers are blocked.
  await db.tx(tx => holdOffers(tx, boris.id, "operator", at));
  expect((await show(boris)).status).toBe(404);
  await redeem(vera, "AUTUMN-1");
  expect((await show()).body.data).toMatchObject({ state: "ended", offer: null });
  expect((await show(vera)).body.data).toMatchObject({ state: "claimed", offer: null });
  await db.query("UPDATE bonuses.promo_codes SET uses = 3 WHERE campaign_id = $1", [of]);
  expect((await show()).body.data.state).toBe("open");
  await clock.advance(60_000);
  expect((await show()).body.data).toMatchObject({ state: "ended", expires_in: 0 });
  expect((await show(undefined, randomUUID())).status).toBe(404);
  expect((await show(undefined, "nonsense")).status).toBe(422);
});
