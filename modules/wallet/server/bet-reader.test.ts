import { expect, test } from "vitest";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { createBetReader } from "./bet-reader.ts";

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const [alice, bob] = [id(1) as PlayerId, id(2) as PlayerId];
const key = (n: number) => id(n) as Uuid;

type Together = Parameters<typeof createBetReader>[0];

/** Has every bet but those with key 9, and answers each statement when it is told to. */
function slowDatabase() {
  const asked: string[][] = [];
  const answers: ((fault?: Error) => void)[] = [];
  const together = ((pairs: Parameters<Together>[0]) =>
    new Promise((resolve, reject) => {
      asked.push(pairs.map(each => `${each.player.at(-1)}/${each.key.at(-1)}`));
      const there = pairs.filter(each => each.key !== key(9));
      const rows = there.map(
        each => [`${each.player}/${each.key}`, { player_id: each.player, key: each.key }] as const,
      );
      answers.push(fault => (fault ? reject(fault) : resolve(new Map(rows))));
    })) as unknown as Together;
  const answer = async (fault?: Error) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.(fault);
  };
  return { together, asked, answer };
}

test("what is asked for together is read together, and each gets its own: also two bets of a player, one twice, one that is not there", async () => {
  const { together, asked, answer } = slowDatabase();
  const read = createBetReader(together);
  const found = Promise.all([
    read(alice, key(3)),
    read(alice, key(4)),
    read(bob, key(3)),
    read(alice, key(4)),
    read(bob, key(9)),
  ]);
  await answer();
  expect((await found).map(row => row && `${row.player_id}/${row.key}`)).toEqual([
    ...[`${alice}/${key(3)}`, `${alice}/${key(4)}`, `${bob}/${key(3)}`, `${alice}/${key(4)}`, undefined],
  ]);
  expect(asked).toEqual([["1/3", "1/4", "2/3", "1/4", "2/9"]]);
});

test("what is asked for while a statement is under way is read by the next one, which sees what was committed meanwhile", async () => {
  const { together, asked, answer } = slowDatabase();
  const read = createBetReader(together);
  const first = read(alice, key(3));
  await expect.poll(() => asked.length).toBe(1);
  const second = read(alice, key(3));
  await answer();
  await first;
  await answer();
  expect((await second)?.key).toBe(key(3));
  expect(asked).toEqual([["1/3"], ["1/3"]]);
});

test("a statement that fails is told to those who waited for it, and to nobody after them", async () => {
  const { together, answer } = slowDatabase();
  const read = createBetReader(together);
  const both = Promise.allSettled([read(alice, key(3)), read(bob, key(3))]);
  await answer(new Error("the line is cut"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const after = read(bob, key(3));
  await answer();
  expect((await after)?.player_id).toBe(bob);
});
