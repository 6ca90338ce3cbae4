import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { openCountryDatabase } from "./country-database.ts";
import { createCountryList, parseList } from "./country-list.ts";

test.each([
  ["2.132.10.20", "KZ"],
  ["5.255.255.70", "RU"],
  ["8.8.8.8", "US"],
  ["2001:4860:4860::8888", "US"],
  ["192.0.2.1", null],
  ["127.0.0.1", null],
  ["not an address", null],
  ["", null],
])("the offline database has %s in %s", async (address, country) => {
  expect((await openCountryDatabase())(address)).toBe(country);
});

const list = (...countries: object[]) => JSON.stringify({ countries });

test("the list is read at the start and again, and after a failed read the former stays in force", async () => {
  const clock = manualClock();
  let answer: () => Response = () => new Response(list({ network: "203.0.113.0/24", country: "KZ" }));
  let asked = 0;
  const countries = createCountryList(
    { GEO_LIST_URL: "http://lists.example/", GEO_LIST_SECONDS: 60 },
    { clock, log: quietLog },
    async () => {
      asked++;
      return answer();
    },
  );
  expect(countries.find("203.0.113.9")).toBeUndefined();
  await countries.start();
  expect(countries.find("203.0.113.9")).toBe("KZ");
  expect(countries.find("203.0.114.9")).toBeUndefined();
  expect(countries.find("nonsense")).toBeUndefined();
  for (const broken of [
    () => new Response("no list"),
    () => new Response("{}"),
    () => new Response(list({ network: "203.0.113.0/24", country: "KAZ" })),
    () => new Response("down", { status: 503 }),
    () => {
      throw new Error("unreachable");
    },
  ]) {
    answer = broken;
    await clock.advance(60_000);
    expect(countries.find("203.0.113.9")).toBe("KZ");
  }
  answer = () =>
    new Response(list({ network: "203.0.113.9", country: null }, { network: "2001:db8::/32", country: "RU" }));
  await clock.advance(60_000);
  expect([countries.find("203.0.113.9"), countries.find("2001:db8::1")]).toEqual([null, "RU"]);
  expect(asked).toBe(7);
  countries.stop();
  await clock.advance(600_000);
  expect(asked).toBe(7);
});

test.each(["nowhere", "10.0.0.0/33", "1.2.3.4/8/8"])("%s is not a network", network => {
  expect(() => parseList(list({ network, country: "KZ" }))).toThrow();
});
