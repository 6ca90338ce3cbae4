import { expect, test } from "vitest";
import { snakeCaseFields } from "./row-types.ts";
import { readSources } from "./source.ts";

test('rows have camelCase fields: SQL names them, as in player_id AS "playerId"', () => {
  expect(snakeCaseFields(readSources().filter(({ path }) => !path.endsWith(".sql")))).toEqual([]);
});

test.each([
  ["a field written in the call", "db.query<{ player_id: string }>(sql);"],
  ["a field of an interface", "interface Row { readonly player_id: string } db.query<Row>(sql);"],
  ["a field of what a row extends", "interface A { player_id: string } interface Row extends A {} db.query<Row>(sql);"],
  ["a field of a part", 'type A = { player_id: string }; db.query<Omit<A, "x"> & { n: number }>(sql);'],
])("finds %s", (_, text) => {
  expect(snakeCaseFields([{ path: "a.ts", text }])).toHaveLength(1);
});

test("finds a field of an imported type, and leaves contracts and stored JSON", () => {
  const store = { path: "modules/a/server/store.ts", text: "export interface Row { player_id: string }" };
  const use = {
    path: "modules/b/server/x.ts",
    text: 'import type { Row } from "#modules/a/server/store.ts"; db.query<Row>(sql);',
  };
  expect(snakeCaseFields([store, use])).toEqual(["modules/a/server/store.ts Row has player_id"]);
  expect(snakeCaseFields([store])).toEqual([]);
  const json = "interface Kept { bet_id: string } interface Row { kept: Kept } db.query<Row>(sql);";
  expect(snakeCaseFields([{ path: "a.ts", text: json }])).toEqual([]);
});
