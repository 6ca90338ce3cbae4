import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { type Browser, browser, dana, openSupport, timur } from "../testing/open-support.ts";
import { countLate, listConversations, seeAgent } from "./inbox-store.ts";
import {
  addCanned,
  addMacro,
  cannedAnswers,
  cannedVersions,
  changeCanned,
  conversationById,
  macroText,
  markSpam,
  mergedMessages,
  mergeInto,
  removeCanned,
  removeMacro,
  searchConversations,
  snooze,
  targetFigures,
  unmarkSpam,
} from "./index.ts";

/** What operators do: claims, targets, search, complaints, canned replies, triage. */

const { host, people, support, open, say, read, answer, resolve, run, close } = await openSupport();
beforeEach(async () => {
  await seeAgent(host.db, dana, new Date(host.clock.now()));
  await host.clock.advance(2_000);
});
afterAll(close);

describe("operators", () => {
  test("claim by compare and set: of two at once one gets it, and the other gets the name of the claimer", async () => {
    const { id } = (await open(browser(), "who takes me?")).body.data;
    const claim = (by: typeof dana, from: Uuid | null) => host.db.tx(tx => support.inbox.claim(tx, id, by, from));
    const both = await Promise.allSettled([claim(dana, null), claim(timur, null)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const owner = both[0]?.status === "fulfilled" ? dana : timur;
    const other = owner === dana ? timur : dana;
    await expect(claim(other, null)).rejects.toMatchObject({
      error: { code: "claimed_by_other" },
      details: { data: { operator: owner.name } },
    });
    await expect(answer(id, "me too", other)).rejects.toMatchObject({ error: { code: "claimed_by_other" } });
    await answer(id, "me too", other, true);
    const by = { operator: other, isLead: false };
    await expect(host.db.tx(tx => support.inbox.assign(tx, id, by, null))).rejects.toMatchObject({
      error: { code: "claimed_by_other" },
    });
    await host.db.tx(tx => support.inbox.assign(tx, id, { operator: owner, isLead: false }, null));
    expect(await support.waiting()).toBeGreaterThan(0);
    await claim(other, null);
  });

  test("are noted as present every ten seconds at most: a read of the inbox is no change that pages read again for", async () => {
    const seenAt = async () => {
      const { rows } = await host.db.query<{ at: Date }>(
        "SELECT seen_at AS at FROM support.agents WHERE operator_id = $1",
        [dana.id],
      );
      return rows[0]?.at.getTime();
    };
    const see = () => seeAgent(host.db, dana, new Date(host.clock.now()));
    await host.clock.advance(10_000);
    expect(await see()).toBe(true);
    const first = await seenAt();
    await host.clock.advance(9_000);
    expect(await see()).toBe(true);
    expect(await seenAt()).toBe(first);
    await host.clock.advance(1_000);
    await see();
    expect(await seenAt()).toBe((first ?? 0) + 10_000);
    await host.db.tx(tx => support.inbox.shift(tx, dana, false));
    expect(await see()).toBe(false);
    await host.db.tx(tx => support.inbox.shift(tx, dana, true));
  });

  test("write notes that no visitor's call returns", async () => {
    const guest = browser();
    const { id } = (await open(guest, "hello")).body.data;
    await host.db.tx(tx => support.inbox.note(tx, id, dana, "sounds like a duplicate account"));
    expect(JSON.stringify(await read(guest))).not.toContain("duplicate");
  });
});

describe("a player with a personal host", () => {
  test("reaches the host while the host is on shift, and everybody otherwise", async () => {
    const [alice, bob] = [await people.person("hosted"), await people.person("unhosted")];
    const [hers, his] = [browser(alice), browser(bob)];
    support.connectHosts(async () => new Map([[alice.id, timur]]));
    const stateOf = async (id: Uuid) => {
      const row = await conversationById(host.db, id);
      return [row?.state, row?.assigneeName ?? null];
    };
    const first = (await open(hers, "Hello, my host")).body.data;
    await run("support-to-hosts");
    expect(await stateOf(first.id)).toEqual(["waiting", null]);
    await seeAgent(host.db, timur, new Date(host.clock.now()));
    await run("support-to-hosts");
    expect(await stateOf(first.id)).toEqual(["open", timur.name]);

    // The host has handed it over: it is not given back.
    const by = { operator: timur, isLead: false };
    await host.db.tx(tx => support.inbox.assign(tx, first.id, by, null));
    await run("support-to-hosts");
    expect(await stateOf(first.id)).toEqual(["waiting", null]);
    await host.db.tx(tx => support.inbox.claim(tx, first.id, dana, null));
    await resolve(first.id);
    await host.clock.advance(73 * 3_600_000);
    await run("support-close");

    await seeAgent(host.db, timur, new Date(host.clock.now()));
    const second = (await open(hers, "Hello again")).body.data;
    expect([second.state, await stateOf(second.id)]).toEqual(["open", ["open", timur.name]]);
    const other = (await open(his, "Hello")).body.data;
    expect(await stateOf(other.id)).toEqual(["waiting", null]);
    support.connectHosts(async () => new Map());
  });
});

test("an answer is due two minutes after the first message and five after the next; what is overdue is listed", async () => {
  const guest = browser();
  const { id } = (await open(guest, "how long?")).body.data;
  const late = async () => {
    const page = { limit: 500, now: new Date(host.clock.now()) };
    return (await listConversations(host.db, "late", dana.id, page)).some(row => row.id === id);
  };
  await host.clock.advance(119_000);
  expect(await late()).toBe(false);
  await host.clock.advance(1_000);
  expect(await late()).toBe(true);
  expect(await countLate(host.db, new Date(host.clock.now()))).toBeGreaterThan(0);
  await answer(id, "not long");
  expect(await late()).toBe(false);
  await say(guest, id, "and now?");
  await host.clock.advance(299_000);
  expect(await late()).toBe(false);
  await host.clock.advance(1_000);
  expect(await late()).toBe(true);
  const since = new Date(host.clock.now() - 421_000);
  await resolve(id);
  expect(await late()).toBe(false);
  const figures = await targetFigures(host.db, since);
  expect(figures.answered).toBe(1);
  expect(figures.answeredInTime).toBe(1);
  expect(figures).toMatchObject({ medianFirstAnswer: 120, resolved: 1, resolvedInTime: 1, medianResolve: 420 });
});

test("search finds whole words and their beginnings in any language, and no more than is written", async () => {
  const { id } = (await open(browser(), "Қаржыны шығару Turandot болмады")).body.data;
  const found = async (text: string) => (await searchConversations(host.db, text, 50)).map(row => row.id);
  expect(await found("turandot")).toEqual([id]);
  expect(await found("ШЫҒАР қаржыны turan")).toEqual([id]);
  expect(await found("turandot payout")).toEqual([]);
  expect(await found("urandot")).toEqual([]);
  expect(await found("& | !")).toEqual([]);
});

test("a complaint is kept for five years; only a lead takes the mark back", async () => {
  const { id } = (await open(browser(), "I complain")).body.data;
  const complain = (isLead: boolean, complaint: boolean) =>
    host.db.tx(tx => support.inbox.markComplaint(tx, id, isLead, complaint));
  expect(await complain(false, true)).toBe(false);
  await expect(complain(false, false)).rejects.toMatchObject({ error: { code: "forbidden" } });
  await resolve(id);
  const left = async () => (await host.db.query("SELECT 1 FROM support.conversations WHERE id = $1", [id])).rows.length;
  for (const [days, rows] of [
    [800, 1],
    [1_020, 1],
    [30, 0],
  ] as const) {
    await host.clock.advance(days * 86_400_000);
    await run("support-close");
    await run("support-retention");
    expect(await left(), `after ${days} more days`).toBe(rows);
  }
});

test("a canned reply keeps its versions; of two leads who change one at once the second is refused", async () => {
  const id = randomUUID() as Uuid;
  const change = (reason: string) => ({ by: dana.name, at: new Date(host.clock.now()), reason });
  const first = { id, shortcut: "bye", locale: "en", title: "Goodbye", text: "Bye {name}" } as const;
  const write = (text: string, version: number) =>
    host.db.tx(tx => changeCanned(tx, { ...first, text, version }, change(`now ${text}`)));
  await host.db.tx(tx => addCanned(tx, first, change("we need it")));
  const both = await Promise.allSettled([write("See you", 1), write("Good day", 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(write("late", 1)).rejects.toMatchObject({
    error: { code: "canned_changed" },
    details: { data: { version: 2 } },
  });
  await expect(
    host.db.tx(tx => changeCanned(tx, { ...first, shortcut: "hello", version: 2 }, change("taken"))),
  ).rejects.toMatchObject({ error: { code: "canned_exists" } });
  await write("Bye {name}", 2);
  await host.db.tx(tx => removeCanned(tx, id, change("not used")));
  await expect(write("gone", 4)).rejects.toMatchObject({ error: { code: "not_found" } });
  expect((await cannedAnswers(host.db, "en")).map(({ shortcut }) => shortcut)).not.toContain("bye");
  const versions = await cannedVersions(host.db, id);
  expect(versions.map(({ version, removed }) => `${version} ${removed}`)).toEqual([
    "4 true",
    "3 false",
    "2 false",
    "1 false",
  ]);
  expect(versions[1]).toMatchObject({ text: "Bye {name}", by: dana.name, reason: "now Bye {name}" });
  const begun = (await cannedAnswers(host.db, "en")).find(({ shortcut }) => shortcut === "hello");
  expect(await cannedVersions(host.db, begun?.id ?? id)).toMatchObject([{ version: 1, by: "Fairhouse" }]);
});

describe("triage", () => {
  const by = { operator: dana, isLead: false };
  const listed = async (view: "mine" | "snoozed" | "late") =>
    (await listConversations(host.db, view, dana.id, { limit: 100, now: new Date(host.clock.now()) })).map(
      ({ id }) => id,
    );
  /** Nobody may be on shift by now: a guest leaves an address. */
  const write = (guest: Browser, text: string) => open(guest, text, { email: "guest@example.org" });
  const begin = async (text: string): Promise<{ readonly guest: Browser; readonly id: Uuid }> => {
    const guest = browser();
    return { guest, id: (await write(guest, text)).body.data.id };
  };
  const now = () => new Date(host.clock.now());

  test("a snoozed conversation leaves the list and its targets until its time, or until the visitor writes", async () => {
    const { guest, id } = await begin("Where is my bonus?");
    const set = (minutes: number, who = by) =>
      host.db.tx(tx => snooze(support.triage, tx, id, who, new Date(host.clock.now() + minutes * 60_000)));
    await expect(set(60)).rejects.toMatchObject({ error: { code: "claimed_by_other" } });
    await host.db.tx(tx => support.inbox.claim(tx, id, dana, null));
    await expect(set(60, { operator: timur, isLead: false })).rejects.toMatchObject({
      error: { code: "claimed_by_other" },
    });
    await set(60);
    await host.clock.advance(30 * 60_000);
    expect(await listed("snoozed")).toContain(id);
    for (const view of ["mine", "late"] as const) expect(await listed(view)).not.toContain(id);
    await host.clock.advance(31 * 60_000);
    expect(await listed("mine")).toContain(id);
    expect(await listed("late"), "the target counts from the end of the snooze").not.toContain(id);
    await host.clock.advance(2 * 60_000);
    expect(await listed("late")).toContain(id);
    await set(600);
    expect((await say(guest, id, "Are you there?")).status).toBe(201);
    expect(await listed("mine")).toContain(id);
    expect(await listed("late")).toContain(id);
  });

  test("spam is closed, its guest cannot write for a day, and a lead takes the mark back", async () => {
    const { guest, id } = await begin("Cheap watches");
    await host.db.tx(tx => markSpam(support.triage, tx, id));
    await expect(host.db.tx(tx => markSpam(support.triage, tx, id))).rejects.toMatchObject({
      error: { code: "conversation_closed" },
    });
    expect((await write(guest, "More watches")).body.code).toBe("too_many_messages");
    expect((await write(browser(), "A question")).status).toBe(201);
    await host.db.tx(tx => unmarkSpam(tx, id));
    expect((await write(guest, "I only had a question")).status).toBe(201);
    const again = await begin("Watches again");
    await host.db.tx(tx => markSpam(support.triage, tx, again.id));
    await host.clock.advance(24 * 3_600_000);
    expect((await write(again.guest, "A day later")).status).toBe(201);
  });

  test("a merged conversation goes on in the other one, and no visitor sees the other's messages", async () => {
    const [first, second] = [await begin("From my phone"), await begin("From my laptop")];
    const merge = (id: Uuid, into: Uuid) => host.db.tx(tx => mergeInto(support.triage, tx, id, into, dana));
    await expect(merge(first.id, first.id)).rejects.toMatchObject({ error: { code: "conversation_not_mergeable" } });
    const both = await Promise.allSettled([merge(first.id, second.id), merge(second.id, first.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [closed, other] = both[0]?.status === "fulfilled" ? [first, second] : [second, first];
    const rows = await Promise.all([closed, other].map(({ id }) => conversationById(host.db, id)));
    expect(rows).toMatchObject([
      { state: "closed", mergedInto: other.id, waitingSince: null },
      { state: "waiting", mergedInto: null },
    ]);
    expect(await mergedMessages(host.db, other.id)).toMatchObject([
      { id: closed.id, messages: [{ text: closed === first ? "From my phone" : "From my laptop" }] },
    ]);
    const seen = await read(other.guest);
    expect(JSON.stringify(seen)).not.toContain(closed === first ? "From my phone" : "From my laptop");
    const alice = browser(await people.person("merge-alice"));
    const hers = (await open(alice, "I am Alice")).body.data.id;
    await expect(merge(hers, other.id)).rejects.toMatchObject({ error: { code: "conversation_not_mergeable" } });
    await merge(other.id, hers);
    expect((await conversationById(host.db, hers))?.waitingSince?.getTime()).toBeLessThanOrEqual(now().getTime());
  });

  test("macros have names of their own and a reply in the conversation's language", async () => {
    const macro = {
      id: randomUUID() as Uuid,
      name: "Check it",
      shortcut: "check",
      action: "resolve",
      snoozeMinutes: null,
    } as const;
    await host.db.tx(tx => addMacro(tx, macro));
    await expect(host.db.tx(tx => addMacro(tx, { ...macro, id: randomUUID() as Uuid }))).rejects.toMatchObject({
      error: { code: "canned_exists" },
    });
    expect(await macroText(host.db, macro, "kz")).toContain("Тексеру");
    await expect(macroText(host.db, { ...macro, shortcut: "unknown" }, "kz")).rejects.toMatchObject({
      error: { code: "not_found" },
    });
    expect((await host.db.tx(tx => removeMacro(tx, macro.id))).name).toBe("Check it");
  });
});

test("what ended is deleted: guests' after 90 days, players' after two years; what did not end stays", async () => {
  const gus = await people.person("gus");
  const waiting = (await open(browser(), "nobody has answered")).body.data.id;
  const [guest, player] = [browser(), browser(gus)];
  const ids: string[] = [];
  for (const who of [guest, player]) {
    const { id } = (await open(who, "bye")).body.data;
    await resolve(id);
    ids.push(id);
  }
  await host.clock.advance(91 * 86_400_000);
  await run("support-close");
  await run("support-retention");
  const left = async () =>
    (await host.db.query("SELECT id FROM support.conversations WHERE id = ANY($1)", [ids])).rows.length;
  expect(await left()).toBe(1);
  await host.clock.advance(640 * 86_400_000);
  await run("support-retention");
  expect(await left()).toBe(0);
  const { rowCount } = await host.db.query("SELECT FROM support.conversations WHERE id = $1", [waiting]);
  expect(rowCount).toBe(1);
});
