import { expect, test } from "vitest";
import { createTextStore } from "./texts.tsx";

test("a language that cannot be loaded is logged as 'Failed locale loading', and requested again the next time", async () => {
  const logged: unknown[] = [];
  let broken = true;
  const load = async () => {
    if (broken) throw new TypeError("no such file");
    return { hello: "Hello" };
  };
  const store = createTextStore("en", load, (...line) => logged.push(line));
  await expect(store.load("common")).rejects.toThrow("no such file");
  expect(logged).toEqual([["Failed locale loading", expect.any(TypeError)]]);
  expect(store.loaded("common")).toBeUndefined();
  broken = false;
  await store.load("common");
  expect(store.loaded("common")).toEqual({ hello: "Hello" });
});
