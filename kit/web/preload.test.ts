import { describe, expect, test } from "vitest";
import { attempt, isAttempting, preloadModals, preloadOn } from "./preload.ts";

/** The link that an event's target is in. */
class Inside extends EventTarget {
  readonly #search: string | null;

  constructor(search: string | null) {
    super();
    this.#search = search;
  }

  closest() {
    return this.#search === null ? null : { search: this.#search };
  }
}

describe("a link that opens a modal", () => {
  test.each(["pointerover", "touchstart", "focusin"])(
    "has the modal's code asked for at %s, before any click",
    sign => {
      const link = new Inside("?signup&promo=one");
      const asked: string[] = [];
      const stop = preloadModals(link, async modal => asked.push(modal));
      link.dispatchEvent(new Event(sign));
      expect(asked).toEqual(["signup"]);
      stop();
      link.dispatchEvent(new Event(sign));
      expect(asked).toEqual(["signup"]);
    },
  );

  test("is distinguished from other links and other elements", () => {
    const asked: string[] = [];
    for (const other of [new Inside("?page=2"), new Inside(null)]) {
      preloadModals(other, async modal => asked.push(modal));
      other.dispatchEvent(new Event("pointerover"));
    }
    expect(asked).toEqual([]);
  });
});

test("a button begins the import on hover, touch and focus, and a failed import is ignored", async () => {
  let begun = 0;
  const handlers = preloadOn(async () => {
    begun += 1;
    throw new Error("offline");
  });
  for (const begin of Object.values(handlers)) begin();
  await Promise.resolve();
  expect(begun).toBe(3);
});

test("an import that nothing waits for yet is pending until it has ended", async () => {
  const ends: (() => void)[] = [];
  attempt(() => new Promise<void>(resolve => ends.push(resolve)));
  attempt(() => new Promise<void>((_resolve, reject) => ends.push(() => reject(new Error("offline")))));
  expect(isAttempting()).toBe(true);
  for (const end of ends) end();
  await new Promise(resolve => setImmediate(resolve));
  expect(isAttempting()).toBe(false);
});
