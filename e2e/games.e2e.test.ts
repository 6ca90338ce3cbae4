import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { secretsIn } from "#kit/testing/secret-scan.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { overTheLine, renderGames } from "./over-the-line.ts";
import { type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

interface OwnBet {
  readonly id: string;
  readonly status: string;
  readonly stake: string;
  readonly payout: string;
}

const ownBets = async (who: Visitor, game: string) =>
  (await who.call<{ data: { items: OwnBet[] } }>("GET", `/api/v1/bets?game=${game}`)).data.items;

/** The newest own bet of a game once it is over. */
async function over(who: Visitor, game: string): Promise<OwnBet> {
  await expect.poll(async () => (await ownBets(who, game))[0]?.status).toBe("settled");
  const [bet] = await ownBets(who, game);
  if (!bet) throw new Error(`no bet in ${game}`);
  return bet;
}

/** Axe violations on the pages of the test. */
const unusable: string[] = [];

async function openGame({ page }: Visitor): Promise<void> {
  const { pathname } = new URL(page.url());
  unusable.push(...(await axeFinds(page)).map(({ text }) => `${pathname} ${text}`));
}

/** The bet is in the list of own bets beside the game, which links to its verification. */
async function provenFromHistory(who: Visitor, game: string, verdict: "matches" | "not_revealed"): Promise<void> {
  const { id } = await over(who, game);
  await openGame(who);
  await who.page.getByRole("radio", { name: who.say("bets:feed.mine"), exact: true }).click();
  await who.page.locator(`.feedcol a[href$="/verify/${id}"]`).click();
  await who.page.getByText(who.say(`fairness:verdicts.${verdict}`)).waitFor();
}

const bytesOf = (hex: string | null) => required(parseHex(required(hex, "revealed")), "hexadecimal");

/** The secret of the newest own round between players, once it is over. */
async function secretOf(who: Visitor, game: string): Promise<Uint8Array> {
  const { id } = await over(who, game);
  const { data } = await who.call<{ data: { proof: { secret: string | null } } }>("GET", `/api/v1/rounds/${id}`);
  return bytesOf(data.proof.secret);
}

/** The last round whose link a sequence has revealed, and the links of the rounds after `since`. */
async function linksOf(who: Visitor, name: string, since = Number.POSITIVE_INFINITY) {
  const { data } = await who.call<{ data: { revealed_round: number; revealed_link: string | null } }>(
    "GET",
    `/api/v1/fairness/sequences/${name}`,
  );
  const links: Uint8Array[] = [];
  for (let round = data.revealed_round; round > since; round--)
    links.push(links.length === 0 ? bytesOf(data.revealed_link) : nobleHashes.sha256(required(links.at(-1), "a link")));
  return { shown: data.revealed_round, links };
}

/** Rotates the seed in use. */
async function rotated(who: Visitor): Promise<Uint8Array> {
  await who.call("GET", "/api/v1/fairness/seeds");
  const { data } = await who.call<{ data: { server_seed: string } }>("POST", "/api/v1/fairness/rotate", {});
  return bytesOf(data.server_seed);
}

const primary = ({ page }: Visitor) => page.locator(".bet-act .btn.primary").first();

test("lena and marat meet in a room, duel and battle; between them lena plays the games of one player, with mouse and keys", {
  timeout: 600_000,
}, async () => {
  const lena = await visit(browser, { locale: "en", screen: "desktop" });
  const marat = await visit(browser, { locale: "kz", screen: "phone" });
  const traffic = overTheLine();
  for (const { page } of [lena, marat]) traffic.listenTo(page);
  for (const [who, name] of [[lena, "lena"] as const, [marat, "marat"] as const]) {
    await who.register(`${name}-${Date.now()}@example.com`);
    await who.fund("20000");
  }

  // A room: both have joined, and during the countdown lena plays elsewhere.
  for (const who of [lena, marat]) {
    await who.go("/games/rooms/yellow");
    await primary(who).click();
    await expect.poll(async () => (await ownBets(who, "rooms")).length).toBe(1);
  }

  // Everything sent so far, with the page of every game as the server renders it, precedes any reveal.
  expect(await renderGames(lena.page, lena.locale)).toBeGreaterThan(10);
  const inTheRoom = await traffic.received();
  const shownBefore = await linksOf(lena, "roulette-1");
  const isRoomOpen = (await ownBets(lena, "rooms"))[0]?.status === "open";
  await openGame(marat);

  // The order of the cases by arrow keys, round the ends.
  await lena.go("/games/cases");
  const orders = lena.page.getByRole("radio");
  await orders.first().focus();
  for (const [key, chosen] of [
    ["ArrowRight", 1],
    ["ArrowLeft", 0],
    ["ArrowLeft", 2],
  ] as const) {
    await lena.page.keyboard.press(key);
    await lena.page.locator(`[role=radio]:nth-child(${chosen + 1})[aria-checked=true]:focus`).waitFor();
  }
  await lena.page.getByRole("link", { name: lena.say("cases:names.orchard") }).click();
  await lena.page.keyboard.press("Tab");
  await primary(lena).focus();
  await lena.page.keyboard.press("Enter");
  await provenFromHistory(lena, "cases", "not_revealed");

  await lena.go("/games/coinflip");
  await primary(lena).click();
  await provenFromHistory(lena, "coinflip", "not_revealed");

  await lena.go("/games/miner");
  await primary(lena).click();
  await lena.page.locator('[data-tile="12"][aria-disabled="false"]').focus();
  await renderGames(lena.page, lena.locale, ["miner"]);
  const inTheMine = await traffic.received();
  await lena.page.keyboard.press("Enter");
  await cashOutIfOpen(lena, "miner");
  await provenFromHistory(lena, "miner", "not_revealed");

  await lena.go("/games/hilo");
  await primary(lena).click();
  await expect.poll(async () => (await ownBets(lena, "hilo")).length).toBe(1);
  await lena.page.locator(".hilo-offer:not(.pass):not(:disabled):not([aria-disabled=true])").first().click();
  await cashOutIfOpen(lena, "hilo");
  await provenFromHistory(lena, "hilo", "not_revealed");

  // A duel: lena opens it for players only, marat takes the other side.
  await lena.go("/games/coinflip/duels");
  await lena.page.getByRole("checkbox").uncheck();
  await primary(lena).click();
  await lena.page.getByText(lena.say("duels:withdraw", { stake: "₸500" })).waitFor();
  await renderGames(lena.page, lena.locale, ["coinflip/duels"]);
  const inTheDuel = await traffic.received();
  await marat.go("/games/coinflip/duels");
  await openGame(marat);
  await marat.page
    .getByRole("button", { name: marat.say("duels:join_short"), exact: true })
    .first()
    .click();
  for (const who of [lena, marat]) await who.page.locator(".party.won").waitFor();
  const duel = await over(lena, "duels");
  expect(["0", "970"]).toContain(duel.payout);
  await provenFromHistory(lena, "duels", "matches");

  // A battle of two over two cases.
  await lena.go("/games/cases/battles");
  await openGame(lena);
  await lena.button(lena.say("battles:more", { name: "Bazaar" })).click();
  await primary(lena).click();
  await lena.button(lena.say("battles:withdraw", { stake: "₸150" })).waitFor();
  await renderGames(lena.page, lena.locale, ["cases/battles"]);
  const inTheBattle = await traffic.received();
  await marat.go("/games/cases/battles");
  await marat.page
    .getByRole("button", { name: marat.say("battles:join_short"), exact: true })
    .first()
    .click();
  for (const who of [lena, marat]) await who.page.locator(".battle-seat.won").first().waitFor();
  await openGame(marat);
  const [hers, his] = [await over(lena, "battles"), await over(marat, "battles")];
  const totals = await lena.page.locator(".seat-total").allTextContents();
  const pot = totals.reduce((sum, text) => sum + Number(text.replace(/[^0-9.]/g, "")), 0);
  expect(Number(hers.payout) + Number(his.payout)).toBeCloseTo(pot, 6);
  await provenFromHistory(lena, "battles", "matches");

  // The room has been drawn meanwhile: one of the two has 97 % of the pot.
  await lena.go("/games/rooms/yellow");
  const [one, other] = [await over(lena, "rooms"), await over(marat, "rooms")];
  expect([one.payout, other.payout].sort()).toEqual(["0", "970"]);
  await provenFromHistory(lena, "rooms", "matches");

  // Before its reveal no secret was in a page, a response, a socket frame or the log; afterwards it was.
  const [ofRoom, ofDuel, ofBattle] = [
    await secretOf(lena, "rooms"),
    await secretOf(lena, "duels"),
    await secretOf(lena, "battles"),
  ];
  const { links } = await linksOf(lena, "roulette-1", shownBefore.shown);
  const seeds = [await rotated(lena), await rotated(marat)];
  const toCome = [...seeds, ofBattle, ofDuel];
  // On a machine so slow that the room was drawn meanwhile, its secret may be there.
  expect(secretsIn(inTheRoom, [...toCome, ...links, ...(isRoomOpen ? [ofRoom] : [])])).toEqual([]);
  expect(secretsIn(inTheMine, toCome)).toEqual([]);
  expect(secretsIn(inTheDuel, toCome)).toEqual([]);
  expect(secretsIn(inTheBattle, [...seeds, ofBattle])).toEqual([]);
  const all = await traffic.received();
  for (const secret of [ofRoom, ofDuel, ofBattle]) expect(secretsIn(all, [secret])).not.toEqual([]);

  for (const who of [lena, marat]) {
    const { data } = await who.call<{ data: { items: OwnBet[] } }>("GET", "/api/v1/bets");
    const net = data.items.reduce((sum, { stake, payout }) => sum + Number(payout) - Number(stake), 0);
    expect(Number((await who.profile()).total_balance)).toBeCloseTo(20_000 + net, 2);
    expect(who.complaints).toEqual([]);
    await who.leave();
  }
  expect(unusable).toEqual([]);
});

test("nora has left the page when a response arrives: a duel that she opened and an open ladder take nothing from her", async () => {
  const nora = await visit(browser, { locale: "en", screen: "desktop" });
  const { page } = nora;
  // Without a socket all requests use HTTP, where responses can be held.
  await page.routeWebSocket(/.*/, socket => void socket.close());
  await nora.register(`nora-${Date.now()}@example.com`);
  await nora.fund("20000");

  await nora.go("/games/coinflip/duels");
  const duel = await hold(nora, "POST", /\/games\/coinflip\/duels$/);
  await primary(nora).click();
  await duel.asked;
  await page.locator('a[href$="?deposit"]').first().click();
  await page.getByRole("dialog").waitFor();
  await duel.answer();
  expect(page.url()).toMatch(/\/games\/coinflip\/duels\?deposit$/);
  expect(await page.getByRole("dialog").count()).toBe(1);
  expect(await ownBets(nora, "duels")).toHaveLength(1);

  const way = (name: "flip" | "ladder") =>
    page.getByRole("radio", { name: nora.say(`coinflip:way.${name}`), exact: true });
  const forget = () => page.evaluate("localStorage.removeItem('coinflip:way')");
  await nora.go("/games/coinflip");
  await way("ladder").click();
  await primary(nora).click();
  await expect.poll(async () => (await ownBets(nora, "coinflip"))[0]?.status).toBe("open");
  await forget();
  await nora.go("/games/coinflip");
  await expect.poll(() => way("ladder").isChecked()).toBe(true);
  await nora.go("/games/coinflip/duels");
  await forget();
  const open = await hold(nora, "GET", /\/games\/coinflip$/);
  await page.locator(".duels-all").click();
  await way("flip").waitFor();
  await open.asked;
  const stake = page.locator(".panel input").first();
  await stake.fill("777");
  await open.answer();
  expect(await stake.inputValue()).toBe("777");
  expect(await way("flip").isChecked()).toBe(true);
  await nora.leave();
});

/** From here on responses are held until `answer` releases them and has given the page time to show them. */
async function hold({ page }: Visitor, method: string, path: RegExp) {
  let free = () => {};
  const held = new Promise<void>(resolve => {
    free = resolve;
  });
  const there = (url: URL) => path.test(url.pathname);
  await page.route(there, async route => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  const answered = page.waitForResponse(
    response => there(new URL(response.url())) && response.request().method() === method,
  );
  const asked = page.waitForRequest(request => there(new URL(request.url())) && request.method() === method);
  return {
    asked,
    async answer() {
      free();
      await (await answered).finished();
      await page.waitForTimeout(300);
      await page.unroute(there);
    },
  };
}

/** A stepwise round that did not end with its first step is cashed out. */
async function cashOutIfOpen(who: Visitor, game: string): Promise<void> {
  const key = who.page.locator(".bet-act .btn.two:not(:disabled)");
  const ended = async () => (await ownBets(who, game))[0]?.status === "settled";
  await expect.poll(async () => (await key.count()) > 0 || (await ended())).toBe(true);
  if (!(await ended())) await key.click();
}
