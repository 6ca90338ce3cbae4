import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type BookWatch, createBookWatch } from "./book-watch.ts";

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
