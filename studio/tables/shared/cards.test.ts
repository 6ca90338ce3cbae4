import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { deck, decks, openShoe } from "./cards.ts";

const shoe = (seed: number) => openShoe(openStream(nobleHashes, new Uint8Array(32).fill(seed), ["a shoe"]));

test("a shoe has every card of eight decks, each as often", () => {
  const { deal } = shoe(1);
  const counts = new Map<string, number>();
  for (let n = 0; n < deck.length * decks; n++) {
    const card = deal();
    counts.set(card, (counts.get(card) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([...deck].sort());
  expect(new Set(counts.values())).toEqual(new Set([decks]));
  expect(deal).toThrow();
});

test("cards of one round say nothing about the next: it is dealt from decks that are whole again", () => {
  const { deal } = shoe(2);
  const first = Array.from({ length: 300 }, deal);
  const after = shoe(2);
  expect(Array.from({ length: 300 }, after.deal)).toEqual(first);
});
