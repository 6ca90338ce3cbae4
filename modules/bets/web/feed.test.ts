import { expect, test } from "vitest";
import { feedRows, holdFeed, openFeed, showRows, takeRows } from "./feed.ts";

const row = (id: number) => ({ id: String(id) });
const ids = (feed: { rows: readonly { id: string }[] }) => feed.rows.map(each => each.id);

test("rows come in batches, not before the scene could show them, at most four times a second", {
  tags: ["known-failure/25/instant", "known-failure/25/steps"],
}, () => {
  let feed = takeRows(openFeed([row(1)], 0), [row(2)], 1000);
  feed = takeRows(feed, [row(3)], 1010);
  expect(ids(showRows(feed, 1300))).toEqual(["1"]);
  feed = showRows(feed, 1360);
  expect(ids(feed)).toEqual(["3", "2", "1"]);
  feed = takeRows(feed, [row(4)], 1000);
  expect(showRows(feed, 1500)).toBe(feed);
  expect(ids(showRows(feed, 1700))).toEqual(["4", "3", "2", "1"]);
});
test("a held feed does not move and catches up afterwards", () => {
  const held = takeRows(holdFeed(openFeed([row(1)], 0), true), [row(2)], 0);
  expect(showRows(held, 10_000)).toBe(held);
  expect(ids(showRows(holdFeed(held, false), 10_000))).toEqual(["2", "1"]);
});
test("repeats are ignored, and the feed has a maximum length", () => {
  let feed = openFeed([row(1)], 0);
  expect(takeRows(feed, [row(1)], 1)).toBe(feed);
  for (let i = 2; i < 200; i++) feed = showRows(takeRows(feed, [row(i)], i * 1000), i * 1000 + 900);
  expect(feed.rows).toHaveLength(feedRows);
  expect(ids(feed)[0]).toBe("199");
});
test("rows that arrive at once keep their order", () => {
  const feed = showRows(takeRows(openFeed([row(1)], 0), [row(3), row(2)], 0), 1000);
  expect(ids(feed)).toEqual(["3", "2", "1"]);
});
