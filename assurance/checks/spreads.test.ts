import { expect, test } from "vitest";
import { readSources } from "./source.ts";
import { literalSpreads } from "./spreads.ts";

test("no literal is spread", () => {
  expect(
    readSources()
      .filter(({ path }) => !path.endsWith(".sql"))
      .flatMap(literalSpreads),
  ).toEqual([]);
});

test.each(["f({ ...{ a: 1 }, b });", "f([...[1, 2], c]);", "f(...[1, 2]);", "const x = <A {...{ a: 1 }} />;"])(
  "finds %s",
  text => {
    expect(literalSpreads({ path: "a.tsx", text })).toHaveLength(1);
  },
);

test("leaves other spreads", () => {
  expect(literalSpreads({ path: "a.ts", text: "f({ ...a, ...(b && { c }) }, ...[1].map(g));" })).toEqual([]);
});
