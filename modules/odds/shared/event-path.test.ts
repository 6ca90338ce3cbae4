import { expect, test } from "vitest";
import { eventOfPath, eventPath } from "./event-path.ts";

const side = (name: string) => ({ id: name, name, short: name });
const event = { id: "sr-x:match:1", sport: "football", league: { id: "t:1", name: "First" } } as const;

test.each([
  [
    { home: side("FC Ravenmoor"), away: side("Алма-Ата") },
    "/betting/football/t%3A1/fc-ravenmoor-алма-ата-sr~x%3Amatch%3A1",
  ],
  [{ home: null, away: null }, "/betting/football/t%3A1/first-sr~x%3Amatch%3A1"],
])("%j has the path %s, which leads back to its id", (sides, path) => {
  expect(eventPath(Object.assign({}, event, sides))).toBe(path);
  expect(eventOfPath(decodeURIComponent(path.split("/").at(-1) ?? ""))).toBe(event.id);
});
