import { expect, test } from "vitest";
import { createTranslate, type Translate } from "#kit/i18n/translate.ts";
import english from "#modules/providers/locale/en.json" with { type: "json" };

/** The compiler is the test: an `@ts-expect-error` without an error fails the type check. */
test("a key exists in its namespace, or in one that is named", () => {
  const t: Translate<"providers", "fairness"> = createTranslate("en", "providers", () => english);
  const verdict = "matches" as "matches" | "differs";
  expect(t(`verdicts.${verdict}`)).toBe(english.verdicts.matches);
  expect(t("fairness:steps.head")).toBe("fairness:steps.head");
  // @ts-expect-error: a misspelt key.
  expect(t("verdicts.match")).toBe("verdicts.match");
  // @ts-expect-error: a group is no text.
  expect(t("verdicts")).toBe("verdicts");
  // @ts-expect-error: a text of a namespace that is not named.
  expect(t("lobby:menu.home")).toBe("lobby:menu.home");
  // @ts-expect-error: a text of another namespace without its prefix.
  expect(t("steps.hmac")).toBe("steps.hmac");
  const state = "matches" as "matches" | "perhaps";
  // @ts-expect-error: one member of the union has no text.
  expect(t(`verdicts.${state}`)).toBe(english.verdicts.matches);
  // @ts-expect-error: a name without a type is read with `t.in`.
  expect(t(`verdicts.${String(verdict)}`)).toBe(english.verdicts.matches);
  expect(t.in("verdicts", String(verdict))).toBe(english.verdicts.matches);
  // @ts-expect-error: a group that does not exist.
  expect(t.in("verdict", "matches")).toBe("verdict.matches");
});

test("a function that needs one namespace takes the t of more, and not that of another", () => {
  const title = (t: Translate<"providers">) => t("verdicts.differs");
  const wide: Translate<"providers", "fairness"> = createTranslate("en", "providers", () => english);
  const other: Translate<"lobby"> = createTranslate("en", "lobby", () => undefined);
  expect(title(wide)).toBe(english.verdicts.differs);
  // @ts-expect-error: the t of another namespace.
  expect(title(other)).toBe("verdicts.differs");
});
