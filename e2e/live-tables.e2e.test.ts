import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { tables } from "#studio/tables/registry.ts";
import type { TableRecord } from "#studio/tables/shared/record.ts";
import { verifyTable } from "#studio/tables/shared/verify.ts";
import { verdictOf } from "#studio/tables/shared/verify-steps.ts";
import { axeFinds } from "./axe.ts";
import { desktop, type LiveRoom, left, openLiveRoom, phone, press } from "./live-table.ts";
import { tooWide } from "./too-wide.ts";

let room: LiveRoom;

beforeAll(async () => {
  room = await openLiveRoom();
});
afterAll(() => room?.close());

/** Spots as English and Kazakh players read them, and something that shows the result. */
const stories: Readonly<Record<string, { en: readonly string[]; kk: string; result: string }>> = {
  baccarat: { en: ["Player", "Either pair"], kk: "Банкир", result: ".card.up" },
  "dragon-tiger": { en: ["Dragon", "Suited tie"], kk: "Жолбарыс", result: ".card.up" },
  wheel: { en: ["1 to 1", "47 to 1"], kk: "1-ге 2", result: ".seg" },
  "sic-bo": { en: ["Small", "Any triple"], kk: "Үлкен", result: ".points.total:not([hidden])" },
};
const others = tables.filter(({ folder }) => folder !== "roulette");

test.concurrent.for(others.map(game => [game.titles.en, game] as const))(
  "%s: two players bet, see one result, are paid by it, and their rounds verify",
  { timeout: 240_000 },
  async ([, game], { expect: claim }) => {
    const { en, kk, result } = required(stories[game.folder], `a story of ${game.folder}`);
    const [alice, bob] = [randomUUID(), randomUUID()];
    const hers = await room.sit(game.slug, `mode=play&player=${alice}`, desktop);
    const his = await room.sit(game.slug, `mode=play&player=${bob}&locale=kk`, phone);
    await claim.poll(() => left(hers), { timeout: 90_000 }).toBeGreaterThan(8);
    for (const spot of en) await press(hers, ".spot", spot);
    await press(his, ".spot", kk);
    claim(await hers.frame.locator(".confirm").textContent()).toBe("Confirm $5.00");
    await press(hers, ".confirm");
    await press(his, ".confirm");
    await claim.poll(() => hers.frame.locator(".stack.sent").count()).toBe(2);
    await claim.poll(() => his.frame.locator(".stack.sent").count()).toBe(1);
    claim(await tooWide(his.frame)).toEqual([]);

    const casino = required(room.preview.casinos.get("USD"), "a casino");
    const ownRounds = () => [...casino.rounds].filter(([, { player }]) => player === alice || player === bob);
    await claim
      .poll(() => ownRounds().filter(([, { state }]) => state === "closed").length, { timeout: 120_000 })
      .toBe(2);
    await claim.poll(() => hers.frame.locator(result).count()).toBeGreaterThan(0);
    for (const [id, { bet, won }] of ownRounds()) {
      const { body } = await casino.call(room.preview.studioUrl, "GET", `/rounds/${id}`);
      const { proof } = body.record as { proof: TableRecord };
      claim([parseDecimal(proof.stake), parseDecimal(proof.payout)]).toEqual([bet, won]);
      claim(verdictOf(verifyTable(game, proof))).toBe("matches");
    }
    await claim
      .poll(async () => Number((await hers.frame.locator(".sums output").first().textContent())?.replace(/[$,]/g, "")))
      .toBeCloseTo(Number(casino.balanceOf(alice)) / 1e6, 2);
    claim([...hers.faults, ...his.faults]).toEqual([]);
    claim(await axeFinds(hers.page)).toEqual([]);
    claim(await axeFinds(his.page)).toEqual([]);
    await hers.page.close();
    await his.page.close();
  },
);

test("the rules of a table name every kind of bet with its price and most stake", async () => {
  const guest = await room.sit("sic-bo", "mode=demo", phone);
  await press(guest, "[aria-label='Rules and odds']");
  const rows = await guest.frame.locator(".pays tbody tr").allTextContents();
  expect(rows.length).toBe(13);
  expect(rows.find(row => row.startsWith("Three alike"))).toContain("200:1");
  expect(guest.faults).toEqual([]);
  await guest.page.close();
});
