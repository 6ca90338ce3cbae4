import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { boolArray, byteaArray, int2Array, int4Array, int8Array, textArray, uuidArray } from "./array-parameters.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
});
afterAll(() => database.close());

test("columns round-trip: extremes, nulls, quotes, other scripts", async () => {
  const uuid = "0190a1b2-0000-7000-8000-00000000000a";
  const { rows } = await database.db.query(
    `SELECT * FROM unnest($1::int2[], $2::int4[], $3::int8[], $4::bool[], $5::uuid[], $6::text[], $7::bytea[])
       AS c(small, whole, large, yes, id, words, bytes)`,
    [
      int2Array([-32768, null]),
      int4Array([2 ** 31 - 1, null]),
      int8Array([-(2n ** 63n), null]),
      boolArray([true, null]),
      uuidArray([uuid, null]),
      textArray(['{"a": "Ставка, \\\\ ₸"}', null]),
      byteaArray([Uint8Array.of(0, 255), null]),
    ],
  );
  expect(rows).toEqual([
    {
      small: -32768,
      whole: 2 ** 31 - 1,
      large: -(2n ** 63n),
      yes: true,
      id: uuid,
      words: '{"a": "Ставка, \\\\ ₸"}',
      bytes: Buffer.of(0, 255),
    },
    { small: null, whole: null, large: null, yes: null, id: null, words: null, bytes: null },
  ]);
});

test("a column without values is an empty array", async () => {
  const { rows } = await database.db.query("SELECT cardinality($1::int8[]) + cardinality($2::text[]) AS n", [
    int8Array([]),
    textArray([]),
  ]);
  expect(rows).toEqual([{ n: 0 }]);
});
