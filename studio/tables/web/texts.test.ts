import { expect, test } from "vitest";
import { type TextKey, textsOf } from "./texts.ts";

const facts = new Proxy({}, { get: (_target, name) => `<${String(name)}>` }) as Record<string, string>;
const keys = ["watching", "round", "confirm", "betOn", "youWin", "fairLink"] as const satisfies TextKey[];

test.each(keys)("%s names the same facts in every language", key => {
  const named = (["en", "ru", "kk"] as const).map(language =>
    textsOf(language)(key, facts).match(/<\w+>/g)?.toSorted(),
  );
  expect(named[1]).toEqual(named[0]);
  expect(named[2]).toEqual(named[0]);
});
