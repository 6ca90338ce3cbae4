import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { preloadable } from "./preloadable.tsx";

test("a component is rendered at once when its code is loaded, and after a fallback when it is not", async () => {
  const Hello = preloadable(async () => ({ default: ({ name }: { name: string }) => <b>Hello {name}</b> }));
  const page = () =>
    renderToString(
      <Suspense fallback="wait">
        <Hello name="Kate" />
      </Suspense>,
    );
  expect(page()).toContain("wait");
  await Hello.load();
  expect(page()).not.toContain("wait");
  expect(page()).toContain("Kate</b>");
});

test("a failed load is tried again by the next", async () => {
  let fails = true;
  const Late = preloadable(async () => {
    if (fails) throw new TypeError("no network");
    return { default: () => <b>here</b> };
  });
  await expect(Late.load()).rejects.toThrow("no network");
  fails = false;
  await Late.load();
  expect(renderToString(<Late />)).toBe("<b>here</b>");
});
