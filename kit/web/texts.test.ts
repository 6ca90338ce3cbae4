import { expect, test } from "vitest";
import { createTranslate } from "#kit/i18n/translate.ts";
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

test("texts that operators have changed take the place of those of the release, by their whole path", async () => {
  const own = JSON.stringify({ lobby: { "hero.title": "Play", "hero.bets_one": "{{count}} wager" } });
  const released = {
    hero: { title: "Welcome", text: "A text", bets_one: "{{count}} bet", bets_other: "{{count}} bets" },
  };
  const store = createTextStore("en", async () => released, undefined, own);
  await store.load("lobby");
  const t = createTranslate("en", "lobby", store.loaded);
  expect([t("hero.title"), t("hero.text"), t.find("hero"), t.in("hero", "title")]).toEqual([
    "Play",
    "A text",
    undefined,
    "Play",
  ]);
  expect([t("hero.bets", { count: 1 }), t("hero.bets", { count: 2 })]).toEqual(["1 wager", "2 bets"]);
  expect(released.hero.title).toBe("Welcome");
});
