import fc from "fast-check";
import { expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import type { Queryable } from "./db.ts";
import {
  readTimeline,
  readTimelineCursor,
  type TimelineEvent,
  type TimelinePosition,
  type TimelineSource,
  timelineCursor,
  timelinePage,
} from "./timeline.ts";

const none = {} as Queryable;
const owner = "00000000-0000-7000-8000-000000000001" as Uuid;
const start: TimelinePosition = { at: new Date("9999-01-01T00:00:00Z"), last: null };

function sourceOf(name: string, times: readonly number[]): TimelineSource {
  const events: TimelineEvent[] = times.map((ms, index) => ({
    id: `${100 + index}`,
    at: new Date(ms),
    facts: { event: name },
  }));
  return { name, ids: "name", read: async (_on, _owner, before, limit) => timelinePage(events, before, limit) };
}

async function readAll(sources: readonly TimelineSource[], size: number): Promise<readonly string[]> {
  const seen: string[] = [];
  let position = start;
  for (;;) {
    const events = await readTimeline(none, owner, sources, position, size);
    const page = events.slice(0, size);
    seen.push(...page.map(timelineCursor));
    const last = page.at(-1);
    if (events.length <= size || !last) return seen;
    position = readTimelineCursor(timelineCursor(last), sources) ?? start;
  }
}

test("pages of any size show every event once, in the same order, also those of one moment", async () => {
  const times = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(times, times, times), fc.integer({ min: 1, max: 5 }), async (of, size) => {
      const sources = of.map((each, index) => sourceOf(["bets", "notes", "payouts"][index] ?? "", each));
      const whole = await readAll(sources, 100);
      expect(new Set(whole).size).toBe(of.flat().length);
      expect(await readAll(sources, size)).toEqual(whole);
      const at = whole.map(cursor => Number(cursor.split(".")[0]));
      expect(at).toEqual(at.toSorted((one, other) => other - one));
    }),
  );
});

test.each([
  "",
  "5",
  "5.notes",
  "5.others.101",
  "5.payouts.101",
  "x.notes.101",
  "99999999999999999.notes.101",
  "5.notes.1;DROP",
  "5.numbers.99999999999999999999",
])("refuses the cursor %s", cursor => {
  const sources = [
    { name: "notes", ids: "name" },
    { name: "payouts", ids: "uuid" },
    { name: "numbers", ids: "number" },
  ] as const;
  expect(readTimelineCursor(cursor, sources)).toBeUndefined();
});
