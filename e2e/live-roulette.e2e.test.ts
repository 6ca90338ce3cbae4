import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { axeFinds } from "./axe.ts";
import { desktop, type LiveRoom, left, openLiveRoom, phone, press, type Seat } from "./live-table.ts";

let room: LiveRoom;

beforeAll(async () => {
  room = await openLiveRoom();
});
afterAll(() => room?.close());

const sit = (query: string, viewport: typeof desktop): Promise<Seat> => room.sit("meridian-roulette", query, viewport);

test("two browsers at one table: both see the bets and the same result, and one that comes back finds its own", async () => {
  const [alice, bob] = [randomUUID(), randomUUID()];
  const hers = await sit(`mode=play&player=${alice}`, desktop);
  const his = await sit(`mode=play&player=${bob}&locale=ru`, phone);
  await expect.poll(() => left(hers), { timeout: 60_000 }).toBeGreaterThan(12);
  await press(hers, ".spot", "Red");
  await press(hers, ".spot", "Number 17");
  await press(his, ".spot", "Чёрное");
  expect(await hers.frame.locator(".confirm").textContent()).toBe("Confirm $5.00");
  await press(hers, ".confirm");
  await press(his, ".confirm");
  await expect.poll(() => hers.frame.locator(".sums output").first().textContent()).toBe("$1,243.50");
  await expect.poll(() => hers.frame.locator(".stack.sent").count()).toBe(2);
  // The other player's chip.
  await expect.poll(() => hers.frame.locator(".others").count()).toBe(1);
  expect(await his.frame.locator(".stack.sent").count()).toBe(1);

  await hers.page.close();
  const again = await sit(`mode=play&player=${alice}`, desktop);
  await expect.poll(() => again.frame.locator(".stack.sent").count()).toBe(2);
  expect(await again.frame.locator(".sums output").last().textContent()).toBe("$5.00");

  await expect
    .poll(() => again.frame.locator(".timer .what b").textContent(), { timeout: 60_000 })
    .toMatch(/^\d+, (Red|Black|Zero)/i);
  const number = await again.frame.locator(".box.last .big > b").textContent();
  await expect.poll(() => his.frame.locator(".results li").first().textContent()).toBe(number);
  await expect.poll(() => again.frame.locator(".seedbar .link").isEnabled(), { timeout: 20_000 }).toBe(true);
  const casino = required(room.preview.casinos.get("USD"), "a casino");
  await expect.poll(() => [...casino.rounds.values()].filter(({ state }) => state === "open").length).toBe(0);
  const shown = await again.frame.locator(".sums output").first().textContent();
  expect(Number(shown?.replace(/[$,]/g, ""))).toBeCloseTo(Number(casino.balanceOf(alice)) / 1e6, 2);
  expect([...again.faults, ...his.faults]).toEqual([]);
  expect(await axeFinds(again.page)).toEqual([]);
  await again.page.close();
  await his.page.close();
});

test("a guest watches with play chips: undo, clear, double and called bets, and no call carries a bet", async () => {
  const guest = await sit("mode=demo&locale=en", desktop);
  const calls: string[] = [];
  guest.page.on("request", request => calls.push(new URL(request.url()).pathname));
  await expect.poll(() => left(guest), { timeout: 60_000 }).toBeGreaterThan(10);
  const total = async () => guest.frame.locator(".sums output").last().textContent();
  await press(guest, ".spot", "Red");
  await press(guest, ".bar .actions .action:nth-child(3)");
  expect(await total()).toBe("5.00");
  await press(guest, ".bar .actions .action:nth-child(1)");
  expect(await total()).toBe("2.50");
  await press(guest, ".bar .actions .action:nth-child(2)");
  expect(await total()).toBe("0.00");
  await press(guest, ".called.tiers");
  expect(await total()).toBe("15.00");
  await press(guest, ".confirm");
  await expect.poll(() => guest.frame.locator(".stack.sent").count()).toBe(6);
  expect(calls.filter(path => path.endsWith("/bet"))).toEqual([]);
  expect(guest.faults).toEqual([]);
  await guest.page.close();
});

test("two players of a table talk, and a message that could not be sent stays in the field for another try", async () => {
  const hers = await sit(`mode=play&player=${randomUUID()}`, desktop);
  const his = await sit(`mode=play&player=${randomUUID()}`, phone);
  for (const { frame } of [hers, his]) await frame.locator(".chat-open").click();
  const field = hers.frame.getByRole("textbox", { name: "Message" });
  const messages = ({ frame }: Seat) => frame.getByRole("log");
  await field.fill("good luck");
  await field.press("Enter");
  await messages(his).getByText("good luck").waitFor();
  await expect.poll(() => field.inputValue()).toBe("");

  await hers.frame.evaluate(`
    globalThis.realState = Object.getOwnPropertyDescriptor(WebSocket.prototype, "readyState");
    Object.defineProperty(WebSocket.prototype, "readyState", { configurable: true, get: () => WebSocket.CLOSED })`);
  await field.fill("well played");
  await field.press("Enter");
  await hers.frame.getByText("The message was not sent. Try again.").waitFor();
  expect([await field.inputValue(), await field.isEditable()]).toEqual(["well played", true]);
  await hers.frame.evaluate('Object.defineProperty(WebSocket.prototype, "readyState", realState)');
  // Soon after the first message it may be too early for another one.
  const arrived = async () => {
    await field.press("Enter");
    return messages(his).getByText("well played").count();
  };
  await expect.poll(arrived, { interval: 1_000 }).toBe(1);
  expect(await axeFinds(hers.page)).toEqual([]);
  expect([...hers.faults, ...his.faults]).toEqual([]);
  await hers.page.close();
  await his.page.close();
});
