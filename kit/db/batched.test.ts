import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { batched } from "./batched.ts";

/** Doubles numbers in batches, when released. */
function slowDoubling() {
  const asked: (readonly number[])[] = [];
  const answers: ((fault?: Error) => void)[] = [];
  const double = batched(
    (items: readonly number[]) =>
      new Promise<readonly number[]>((resolve, reject) => {
        asked.push(items);
        answers.push(fault => (fault ? reject(fault) : resolve(items.map(item => 2 * item))));
      }),
    3,
  );
  const answer = async (fault?: Error) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.(fault);
  };
  return { double, asked, answer };
}

test("requests made together run in one batch, and each caller gets its own result, also for equal items", async () => {
  const { double, asked, answer } = slowDoubling();
  const done = Promise.all([double(3), double(4), double(3)]);
  await answer();
  expect(await done).toEqual([6, 8, 6]);
  expect(asked).toEqual([[3, 4, 3]]);
});

test("requests made during a run go into the next one, and no run exceeds its batch size", async () => {
  const { double, asked, answer } = slowDoubling();
  const first = double(1);
  await expect.poll(() => asked.length).toBe(1);
  const others = Promise.all([1, 2, 3, 4].map(double));
  for (let runs = 0; runs < 3; runs++) await answer();
  expect([await first, ...(await others)]).toEqual([2, 2, 4, 6, 8]);
  expect(asked).toEqual([[1], [1, 2, 3], [4]]);
});

test("a failed run rejects the callers that waited for it, and no later ones", async () => {
  const { double, answer } = slowDoubling();
  const both = Promise.allSettled([double(1), double(2)]);
  await answer(new Error("the line is cut"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const after = double(3);
  await answer();
  expect(await after).toBe(6);
});

test("no item runs in the async context of the first caller", async () => {
  const context = new AsyncLocalStorage<string>();
  const seen = batched(async (items: readonly number[]) => items.map(() => context.getStore()));
  expect(await context.run("alice's transaction", () => seen(1))).toBeUndefined();
});
