import { expect, test } from "vitest";
import type { Queryable } from "#kit/db/db.ts";
import { byKind, createListedGames } from "./listed-games.ts";
import type { ListedRow } from "./store.ts";

const game = (id: string, facts: Partial<ListedRow> = {}) =>
  ({
    id,
    kind: "slots",
    title: id,
    titleRu: id,
    titleKk: id,
    rank: null,
    players7d: 0,
    rtp: 9600,
    addedAt: new Date(0),
    ...facts,
  }) as ListedRow;

/** A database with a version and rows, which counts how often the rows are read. */
function database() {
  const state = { version: 1n, rows: [game("a")], reads: 0, isDown: false };
  const db = {
    async query(text: string) {
      if (text.includes("catalogue.version")) return { rows: [{ number: state.version }] };
      state.reads++;
      const { rows } = state;
      await Promise.resolve();
      if (state.isDown) throw new Error("down");
      return { rows };
    },
  } as unknown as Queryable;
  return { state, db };
}
const idsOf = (games: Awaited<ReturnType<ReturnType<typeof createListedGames>>>) =>
  games.slots?.rows.map(({ id }) => id);

test("rows are read once for a version, by callers at the same time too, and again when it has grown", async () => {
  const { state, db } = database();
  const listed = createListedGames();
  await Promise.all([listed(db), listed(db)]);
  await listed(db);
  expect(state.reads).toBe(1);
  Object.assign(state, { version: 2n, rows: [game("a"), game("b")] });
  expect(idsOf(await listed(db))).toEqual(["a", "b"]);
  expect(state.reads).toBe(2);
});

test("a standby that is behind takes nothing back", async () => {
  const { state, db } = database();
  const listed = createListedGames();
  Object.assign(state, { version: 5n, rows: [game("new")] });
  await listed(db);
  Object.assign(state, { version: 4n, rows: [game("old")] });
  expect(idsOf(await listed(db))).toEqual(["new"]);
});

test("a read that failed is tried again by the next call", async () => {
  const { state, db } = database();
  const listed = createListedGames();
  await listed(db);
  Object.assign(state, { version: 2n, rows: [game("b")], isDown: true });
  await expect(listed(db)).rejects.toThrow("down");
  state.isDown = false;
  expect(idsOf(await listed(db))).toEqual(["b"]);
});

test("orders: an operator's place before players, then titles as each language sorts them", () => {
  const rows = [
    game("1", { titleRu: "Ёлка", titleKk: "Қала", players7d: 5 }),
    game("2", { titleRu: "Яхта", titleKk: "Лалагүл", players7d: 9 }),
    game("3", { titleRu: "Ель", titleKk: "Кеме", rank: 2 }),
    game("4", { titleRu: "Ежевика", titleKk: "Зымыран", rank: 1, rtp: null }),
  ];
  const { slots } = byKind(rows);
  const order = (...[sort, locale]: Parameters<NonNullable<typeof slots>["inOrder"]>) =>
    slots
      ?.inOrder(sort, locale)
      .map(({ id }) => id)
      .join("");
  expect(order("popular", "en")).toBe("4321");
  expect(order("title", "ru")).toBe("4132");
  expect(order("title", "kz")).toBe("4312");
  expect(order("rtp", "ru")).toBe("1324");
});
