import { expect, test } from "vitest";
import { idTyped } from "./id-typed.ts";

test("an id is accepted as typed, and from a pasted address", () => {
  expect(idTyped(" crash-12 ")).toBe("crash-12");
  expect(idTyped("https://fairhouse.example/ru/verify/AbC_-9/?x=1#top")).toBe("AbC_-9");
  expect(idTyped("")).toBeNull();
  expect(idTyped("no id here")).toBeNull();
});
