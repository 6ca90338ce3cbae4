import { afterAll, afterEach, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { block } from "#modules/limits/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { day, openCampaignOffice } from "../testing/campaign-office.ts";
import type { TestPlayer } from "../testing/test-campaigns.ts";

/** Campaigns that give free spins or a free bet, or send a message. */

const { app, content, data, deliver, draft, plain, read, run, saveSegment, start } = await openCampaignOffice();
afterEach(async () => expect(await auditBooks(app.host.db)).toEqual([]));
afterAll(() => app.close());

/** Those of one currency who deposited at least this much. */
const of = (currency: Currency, least: string) =>
  saveSegment({
    all: [
      { fact: "currency", in: [currency] },
      { fact: "deposit_sum", currency, gte: least },
    ],
  });

/** An open campaign of 20 rounds at 1, with room for two players. */
async function openRounds(wins: "real" | "bonus" = "real"): Promise<string> {
  const id = app.host.ids.next();
  const until = new Date(app.host.clock.now() + 20 * day);
  await app.host.db.query(
    `INSERT INTO free_spins.campaigns (id, title, provider_id, game_slug, game_titles, currency, bet, listed_bet, count, cost_cap,
       expires_at, state, created_by, created_at, opened_by, opened_at, wins)
     VALUES ($1, 'Rounds', $1, 'altyn', '{"en":"Altyn","ru":"Altyn","kk":"Altyn"}', 'EUR', 1000000, '1', 20, 40000000, $2, 'open', 'content', $3, 'finance', $3, $4)`,
    [id, until, new Date(app.host.clock.now()), wins],
  );
  return id;
}

const texts = {
  en: { subject: "Spring cup", text: "It begins on Friday at 18:00." },
  ru: { subject: "Весенний кубок", text: "Начало в пятницу в 18:00." },
};

test("refuses a message with a budget, without a text or a channel, with a link, or announced where nothing can be read", async () => {
  const message = { kind: "message", texts };
  const bad = [
    ["a budget", { gift: message, announce: ["inbox"], budget: "10" }, "budget"],
    ["no channel", { gift: message, budget: undefined }, "announce"],
    [
      "a notification that leads nowhere",
      { gift: message, budget: undefined, announce: ["push", "email"] },
      "announce",
    ],
    ["no text", { gift: { ...message, texts: {} }, budget: undefined, announce: ["inbox"] }, "gift.texts"],
    [
      "a link",
      {
        gift: { ...message, texts: { en: { subject: "Cup", text: "See example.com" } } },
        budget: undefined,
        announce: ["inbox"],
      },
      "gift.texts.en.text",
    ],
    ["a bonus without a budget", { gift: { kind: "bonus", id: await app.bonus() }, budget: undefined }, "budget"],
  ] as const;
  for (const [what, rest, field] of bad) {
    const { status, body } = await content.call("POST /api/office/campaigns", await plain(rest));
    expect([status, Object.keys(body.errors ?? {})], what).toEqual([422, [field]]);
  }
});

test("free spins go to the players of the segment once, as far as their cost cap allows", async () => {
  const players = [await app.player("EUR", 900), await app.player("EUR", 900), await app.player("EUR", 900)];
  const rounds = await openRounds();
  const id = await draft({ segment: await of("EUR", "900"), gift: { kind: "free_spins", id: rounds }, budget: "40" });
  expect(await read(id)).toMatchObject({ per_player: "20", gift: { kind: "free_spins", name: "Rounds" } });
  await start(id);
  await run();
  await run();
  expect(await read(id)).toMatchObject({ state: "finished", held: "40", players: { granted: 2 } });
  const { rows } = await app.host.db.query<{ player: string }>(
    "SELECT player_id AS player FROM free_spins.grants WHERE campaign_id = $1",
    [rounds],
  );
  expect(rows).toHaveLength(2);
  expect(players.map(({ id: player }) => player as string)).toEqual(
    expect.arrayContaining(rows.map(each => each.player)),
  );
});

test("free spins that were ended meanwhile are refused, and what was held for them is free", async () => {
  await app.player("EUR", 800);
  const rounds = await openRounds();
  const id = await draft({ segment: await of("EUR", "800"), gift: { kind: "free_spins", id: rounds }, budget: "40" });
  await start(id);
  await app.host.db.query("UPDATE free_spins.campaigns SET state = 'cancelled', cancelled_at = now() WHERE id = $1", [
    rounds,
  ]);
  await run();
  expect(await read(id)).toMatchObject({ held: "0", players: { granted: 0 } });
});

test("a free bet can be staked by each of them, once, and an excluded player has none", async () => {
  const [alice, out] = [await app.player("INR", 700), await app.player("INR", 700)];
  const gift = { kind: "free_bet", amount: "200", currency: "INR", days: 7 };
  const id = await draft({ segment: await of("INR", "700"), gift, budget: "400" });
  await start(id);
  await app.host.db.tx(tx => block(tx, out.id, new Date(app.host.clock.now() + day), "self_exclusion"));
  await run();
  await run();
  expect(await read(id)).toMatchObject({ held: "200", players: { granted: 1 } });
  const bets = await Promise.all([alice, out].map(({ id: who }) => app.wallet.freeBets.of(app.host.db, who, "INR")));
  expect(bets).toMatchObject([[{ amount: micros(200_000_000n), currency: "INR" }], []]);
});

const inbox = async ({ token }: TestPlayer) => (await app.api.call("GET /api/v1/inbox", { token })).body.data.items;

test("a message goes once to those of every currency who allow it and can read it, after a second operator has read it", async () => {
  const [reader, other, silent, kazakh, out] = await Promise.all([
    app.player("USD", 5_000),
    app.player("RUB", 400_000),
    app.player("USD", 5_000),
    app.player("USD", 5_000),
    app.player("USD", 5_000),
  ]);
  for (const { token } of [reader, other, kazakh, out])
    await app.api.call("PUT /api/v1/inbox/offers", { token, body: { channel: "inbox", granted: true } });
  // Where it is day.
  await app.host.db.query("UPDATE accounts.players SET timezone = 'Asia/Vladivostok'");
  await app.host.db.query("UPDATE accounts.players SET locale = 'ru' WHERE id = $1", [other.id]);
  await app.host.db.query("UPDATE accounts.players SET locale = 'kz' WHERE id = $1", [kazakh.id]);
  const segment = await saveSegment({ all: [{ fact: "deposit_sum", currency: "USD", gte: "4999" }] });
  const id = await draft({ segment, gift: { kind: "message", texts }, budget: undefined, announce: ["inbox"] });
  expect(await read(id)).toMatchObject({ gift: { kind: "message", texts }, budget: "0", needs_approval: true });

  const { request } = await start(id);
  await run();
  expect(await read(id)).toMatchObject({ state: "draft", players: { granted: 0 } });
  const second = await app.operator("finance");
  const { payload, payload_hash } = await data(second.call(`GET /api/office/approvals/${request}`), 200);
  expect(payload.gift).toContain("Spring cup\nIt begins on Friday at 18:00.");
  const why = { payload_hash, reason: "read both texts" };
  await data(second.call(`POST /api/office/approvals/${request}/approve`, why), 200);
  await app.host.db.tx(tx => block(tx, out.id, new Date(app.host.clock.now() + day), "self_exclusion"));
  await run();
  await deliver();
  await run();
  await deliver();

  expect(await read(id)).toMatchObject({
    state: "finished",
    held: "0",
    players: { granted: 4, refused: 0 },
    messages: { sent: 2, dropped: 2, waiting: 0 },
  });
  const shown = [{ kind: "marketing_message", data: { titles: { en: "Spring cup", ru: "Весенний кубок" } } }];
  expect(await inbox(reader)).toMatchObject(shown);
  expect(await inbox(other)).toMatchObject(shown);
  expect([await inbox(silent), await inbox(kazakh), await inbox(out)]).toEqual([[], [], []]);
  const { rows } = await app.host.db.query<{ why: string }>(
    "SELECT why FROM notifications.offers WHERE campaign_id = $1 AND state = 'dropped' ORDER BY why",
    [id],
  );
  expect(rows.map(row => row.why)).toEqual(["no_consent", "no_text"]);
});

test("refuses gifts that are not valid", async () => {
  const gifts = [
    ["a sum over what an operator may give", { kind: "free_bet", amount: "100000", currency: "INR", days: 7 }],
    ["no sum", { kind: "free_bet", amount: "0", currency: "INR", days: 7 }],
    ["a currency that does not exist", { kind: "free_bet", amount: "10", currency: "XXX", days: 7 }],
    ["no days", { kind: "free_bet", amount: "10", currency: "INR", days: 0 }],
    ["too many days", { kind: "free_bet", amount: "10", currency: "INR", days: 91 }],
    ["half a day", { kind: "free_bet", amount: "10", currency: "INR", days: 1.5 }],
    ["free spins that do not exist", { kind: "free_spins", id: "00000000-0000-4000-8000-000000000009" }],
    ["an id that is none", { kind: "free_spins", id: "1" }],
    ["a kind that does not exist", { kind: "cash", amount: "10", currency: "INR" }],
    ["two kinds", ["bonus", "free_bet"]],
    ["nothing", null],
  ] as const;
  for (const [what, gift] of gifts) {
    const body = await plain({ gift });
    expect((await content.call("POST /api/office/campaigns", body)).status, what).toBe(422);
  }
});

test("refuses rounds whose wins belong to a bonus, and messages about what is no bonus", async () => {
  const byBonus = await plain({ gift: { kind: "free_spins", id: await openRounds("bonus") } });
  expect((await content.call("POST /api/office/campaigns", byBonus)).body.errors).toHaveProperty("gift");
  const freeBet = { kind: "free_bet", amount: "100", currency: "INR", days: 7 };
  const announced = await plain({ gift: freeBet, announce: ["email"] });
  expect((await content.call("POST /api/office/campaigns", announced)).body.errors).toEqual({
    announce: ["announce_invalid"],
  });
});
