import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type BookWatch, createBookWatch } from "./book-watch.ts";
import { watchEvents } from "./watch-events.ts";

/** A ledger so large that checking it takes time. */

let host: TestHost;
let watch: BookWatch;
let looks = 0;
/** Runs while the ledger is being checked. */
let meanwhile = async () => {};

beforeAll(async () => {
  host = await testHost({ modules: ["operations"] });
});
afterAll(() => host.close());
beforeEach(async () => {
  await host.db.query("DELETE FROM office.book_checks");
  await host.db.query("DELETE FROM office.watch_events");
  looks = 0;
  meanwhile = async () => {};
  const slow = {
    id: "I1",
    name: "the books are large",
    async run() {
      looks += 1;
      await meanwhile();
      return [];
    },
  };
  watch = createBookWatch({ host, audit: { check: async () => [] }, invariants: [slow] });
  await watch.start();
});

const known = () => expect.poll(() => watch.last()?.tookMs);

test("the next check waits nine times as long as the last one took, and is late only after that", async () => {
  expect(watch.isLate()).toBe(true);
  meanwhile = () => host.clock.advance(100_000);
  await watch.check();
  await known().toBe(100_000);
  await host.clock.advance(899_000);
  await watch.check();
  expect([looks, watch.isLate()]).toEqual([1, false]);
  await host.clock.advance(1_000);
  await watch.check();
  expect(looks).toBe(2);
  await host.clock.advance(2_301_000);
  expect(watch.isLate()).toBe(true);
});

test("one check at a time: a concurrent one is skipped", async () => {
  let end = () => {};
  meanwhile = () =>
    new Promise(resolve => {
      end = resolve;
    });
  const first = watch.check();
  await expect.poll(() => looks).toBe(1);
  await watch.check();
  expect(looks).toBe(1);
  end();
  await first;
  await known().toBe(0);
});

test("no statement of a check is cancelled for taking long", async () => {
  let timeout: string | undefined;
  const asks = {
    id: "I1",
    name: "the books are large",
    run: async (on: Parameters<Parameters<typeof createBookWatch>[0]["invariants"][number]["run"]>[0]) => {
      timeout = (await on.query<{ timeout: string }>("SELECT current_setting('statement_timeout') AS timeout")).rows[0]
        ?.timeout;
      return [];
    },
  };
  await createBookWatch({ host, audit: { check: async () => [] }, invariants: [asks] }).check();
  expect(timeout).toBe("0");
});

test("an invariant that breaks and is whole again is kept with both times, and so is a time without a check", async () => {
  let broken: readonly string[] = [];
  const invariants = ["I1", "I2"].map(id => ({
    id,
    name: "holds",
    run: async () => (broken.includes(id) ? [{ rule: id, row: {} }] : []),
  }));
  const one = createBookWatch({ host, audit: { check: async () => [] }, invariants });
  const began = host.clock.now();
  const steps: readonly (readonly string[])[] = [["I2"], ["I1", "I2"], ["I1"], []];
  for (const now of steps) {
    broken = now;
    await one.check();
    await host.clock.advance(60_000);
  }
  await host.clock.advance(10 * 60_000);
  await one.check();
  const span = { begins: new Date(began), ends: new Date(host.clock.now() + 1) };
  const read = (after: { at: Date; key: string }, limit = 9) => watchEvents(host.db, { ...span, after, limit });
  const all = await read({ at: new Date(0), key: "" });
  expect(all.map(({ at, event, name }) => [(at.getTime() - began) / 60_000, event, name])).toEqual([
    [0, "books.broken", "I2 holds"],
    [1, "books.broken", "I1 holds"],
    [2, "books.whole", "I2 holds"],
    [3, "books.whole", "I1 holds"],
    [3, "books.unchecked", ""],
    [14, "books.checked", ""],
  ]);
  const pages = [];
  for (let after = { at: new Date(0), key: "" }; ; ) {
    const page = await read(after, 1);
    pages.push(...page);
    const [last] = page;
    if (!last) break;
    after = last;
  }
  expect(pages).toEqual(all);
});
