import { expect, it } from "vitest";
import { createTranslate } from "./translate.ts";

const texts = {
  bets: {
    greeting: "Hello, {{name}}",
    auto: { running_one: "{{count}} ставка", running_few: "{{count}} ставки", running_many: "{{count}} ставок" },
    rolls_one: "{{shown}} roll",
    rolls_other: "{{shown}} rolls",
  },
  dice: { title: "Dice" },
};
const of = (language: string) => createTranslate(language, "bets", name => texts[name as keyof typeof texts]);

it("finds nested texts and those of another namespace", () => {
  expect(of("en")("dice:title")).toBe("Dice");
  expect(of("ru")("auto.running", { count: 1 })).toBe("1 ставка");
});

it("inserts values unescaped, and leaves a placeholder without value visible", () => {
  expect(of("en")("greeting", { name: "$& <b>{{name}}</b>" })).toBe("Hello, $& <b>{{name}}</b>");
  expect(of("en")("greeting")).toBe("Hello, {{name}}");
});

it("chooses the plural form of each language", () => {
  const russian = [1, 2, 5, 11, 21, 22, 25].map(count => of("ru")("auto.running", { count }));
  expect(russian).toEqual(["1 ставка", "2 ставки", "5 ставок", "11 ставок", "21 ставка", "22 ставки", "25 ставок"]);
  expect(of("en")("rolls", { count: 1, shown: "1" })).toBe("1 roll");
  expect(of("en")("rolls", { count: 1000, shown: "1,000" })).toBe("1,000 rolls");
  expect(of("kk")("rolls", { count: 1, shown: "1" })).toBe("1 roll");
  expect(of("kk")("rolls", { count: 3, shown: "3" })).toBe("3 rolls");
});

it("shows the key of a missing text, and reports it as missing", () => {
  const t = of("en");
  expect(t("auto.nothing")).toBe("auto.nothing");
  expect(t("missing:title")).toBe("missing:title");
  const found = ["auto.nothing", "greeting", "rolls", "auto"].map(key => t.find(key) !== undefined);
  expect(found).toEqual([false, true, true, false]);
  expect([t.in("auto", "nothing"), of("ru").in("auto", "running", { count: 2 })]).toEqual(["auto.nothing", "2 ставки"]);
});
