import { expect, test } from "vitest";
import { preloadAtTouch } from "./preload-at-touch.ts";

test("the first touch anywhere begins the import, once; a failed one is ignored", async () => {
  const root = new EventTarget();
  let begun = 0;
  preloadAtTouch(root, async () => {
    begun += 1;
    throw new Error("offline");
  });
  expect(begun).toBe(0);
  root.dispatchEvent(new Event("touchstart"));
  root.dispatchEvent(new Event("touchstart"));
  await Promise.resolve();
  expect(begun).toBe(1);
});

test("nothing is imported after it was stopped", () => {
  const root = new EventTarget();
  let begun = 0;
  preloadAtTouch(root, async () => (begun += 1))();
  root.dispatchEvent(new Event("touchstart"));
  expect(begun).toBe(0);
});
