import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type Person, type TestCoins, testCoins } from "../testing/test-coins.ts";

let coins: TestCoins;
let made = 0;
beforeAll(async () => {
  coins = await testCoins();
});
afterAll(() => coins.close());

const dayMs = 86_400_000;
const fresh = () => `0x${(++made).toString(16).padStart(40, "b")}`;
const path = "/api/v1/billing/addresses";
const read = async ({ token }: Person) => (await coins.api.call(`GET ${path}`, { token })).body.data;
const save = ({ token }: Person, address: unknown, name: unknown = "Ledger", method_hash = "usdt") =>
  coins.api.call(`POST ${path}`, { token, body: { method_hash, address, name } });
const remove = ({ token }: Person, id: string) => coins.api.call(`DELETE ${path}/${id}`, { token });
const allow = ({ token }: Person, on: unknown) =>
  coins.api.call("PUT /api/v1/billing/allow-list", { token, body: { on } });
const ask = ({ token }: Person, address: string) =>
  coins.api.call("POST /api/v1/billing/payouts", {
    token,
    key: randomUUID(),
    body: { method_hash: "usdt", amount: "20000", address },
  });

/** A player with 100,000 tenge deposited in coins. */
async function payer(): Promise<Person> {
  const person = await coins.person();
  await coins.chain.send("USDT", (await coins.deposit(person, "usdt")).address, "200");
  await coins.blocks(3);
  return person;
}

describe("a player's address book", () => {
  test("without the allow-list only stores addresses; with it payouts go to saved addresses, a new one a day later", async () => {
    const alice = await payer();
    const [home, other] = [fresh(), fresh()];
    expect((await save(alice, home, "  Ledger at home ")).body.data.addresses).toMatchObject([
      { address: home, name: "Ledger at home", method_hash: "usdt" },
    ]);
    expect((await allow(alice, true)).body.data.allow_list).toEqual({ on: true, off_from: null });
    await coins.host.clock.advance(dayMs);
    expect((await ask(alice, other)).body).toMatchObject({ code: "address_not_allowed" });
    expect((await ask(alice, home)).status).toBe(201);

    const from = new Date(coins.host.clock.now() + dayMs).toISOString();
    expect((await save(alice, other, "New")).body.data.addresses[0]).toMatchObject({ name: "New", usable_from: from });
    await coins.host.clock.advance(dayMs - 1);
    expect((await ask(alice, other)).body).toMatchObject({ code: "instrument_cooling", data: { from } });
    // Renaming does not restart the day; removing and saving does.
    expect((await save(alice, other, "Renamed")).body.data.addresses[0].usable_from).toBe(from);
    await coins.host.clock.advance(1);
    expect((await ask(alice, other)).status).toBe(201);
    const { id } = required((await read(alice)).addresses[0], "the new address");
    expect((await remove(alice, id)).body.data.addresses).toHaveLength(1);
    expect((await ask(alice, other)).body.code).toBe("address_not_allowed");
    await save(alice, other);
    expect((await ask(alice, other)).body.code).toBe("instrument_cooling");
  });

  test("says when an address can be used without the allow-list: the first at once, a later one after a day", async () => {
    const dina = await payer();
    const [first, later] = [fresh(), fresh()];
    const at = new Date(coins.host.clock.now()).toISOString();
    expect((await save(dina, first)).body.data.addresses[0]).toMatchObject({ address: first, usable_from: at });
    await coins.host.clock.advance(1000);
    const from = new Date(coins.host.clock.now() + dayMs).toISOString();
    expect((await save(dina, later)).body.data.addresses[0]).toMatchObject({ address: later, usable_from: from });
    expect((await ask(dina, later)).body).toMatchObject({ code: "instrument_cooling", data: { from } });
    expect((await ask(dina, first)).status).toBe(201);
  });

  test("keeps the allow-list on for a day after it was switched off, from the first request; switched on again it stays", async () => {
    const bob = await payer();
    await save(bob, fresh());
    await allow(bob, true);
    const from = new Date(coins.host.clock.now() + dayMs).toISOString();
    expect((await allow(bob, false)).body.data.allow_list).toEqual({ on: true, off_from: from });
    await coins.host.clock.advance(dayMs / 2);
    expect((await allow(bob, false)).body.data.allow_list.off_from).toBe(from);
    expect((await ask(bob, fresh())).body.code).toBe("address_not_allowed");
    expect((await allow(bob, true)).body.data.allow_list).toEqual({ on: true, off_from: null });
    await coins.host.clock.advance(dayMs);
    expect((await ask(bob, fresh())).body.code).toBe("address_not_allowed");
    await allow(bob, false);
    await coins.host.clock.advance(dayMs);
    expect((await read(bob)).allow_list).toEqual({ on: false, off_from: null });
    expect((await ask(bob, fresh())).body.code).not.toBe("address_not_allowed");
  });

  test("is private, has at most twenty addresses and no duplicates, also when saved concurrently", async () => {
    const [carol, mallory] = [await coins.person(), await coins.person()];
    const home = fresh();
    await Promise.all(Array.from({ length: 5 }, () => save(carol, home)));
    const { addresses } = await read(carol);
    expect(addresses).toHaveLength(1);
    const { id } = required(addresses[0], "her address");
    expect((await remove(mallory, id)).status).toBe(404);
    expect((await read(mallory)).addresses).toEqual([]);
    const many = await Promise.all(Array.from({ length: 25 }, () => save(carol, fresh())));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(new Set(many.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(["too_many_addresses"]),
    );
  });

  test.each([
    ["no address", "0x12", "Home", "usdt", "address"],
    ["an address of nobody", "", "Home", "usdt", "address"],
    ["no name", fresh(), "  ", "usdt", "name"],
    ["a name of 41 letters", fresh(), "x".repeat(41), "usdt", "name"],
    ["a name with control marks", fresh(), "a\u0007b", "usdt", "name"],
    ["a card", fresh(), "Home", "card-page", "method_hash"],
  ])("refuses %s by name", async (_what, address, name, method, field) => {
    const dave = await coins.person();
    const answer = await save(dave, address, name, method);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});
