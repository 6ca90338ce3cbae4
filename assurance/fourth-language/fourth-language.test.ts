import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unavailable } from "#kit/contract/errors.ts";
import { messageIn } from "#kit/http/error-texts.ts";
import common from "#kit/i18n/locale/en.json" with { type: "json" };
import { copyWithGerman } from "./copy.ts";
import type { Shown } from "./shown.ts";

describe("a fourth language, added as one entry of the list and its locale files", () => {
  const copy = copyWithGerman();
  let german: Shown;

  const print = (script: string) =>
    JSON.parse(
      execFileSync(process.execPath, [`assurance/fourth-language/${script}.ts`, "de"], {
        cwd: copy.folder,
        encoding: "utf8",
      }),
    );

  // Vite compiles the pages first: seconds, minutes on a busy machine.
  beforeAll(() => {
    german = print("run");
  }, 240_000);
  afterAll(copy.remove);

  test("is chosen by path, header and profile", () => {
    expect(german.locales).toEqual(["ru", "en", "kz", "de"]);
    expect(german.accepted).toEqual(["de", "de", "de"]);
    expect(german.path).toBe("/games/dice");
  });

  test("has every text of a page in it, errors of fields included, and a link from the other languages", () => {
    const foreign = textsIn(german.html).filter(text => /\p{L}/u.test(text) && !text.startsWith("de:"));
    expect(foreign).toEqual(["Deutsch"]);
    expect(german.html).toContain(`de:${common.validation.required}`);
    expect(german.html).toContain('hrefLang="de" href="/de/returns"');
  });

  test("has numbers, money and dates in its own notation, on the page too", () => {
    expect(german.numbers).toEqual(["4.218.907", "96,20%", "12,47×"]);
    expect(german.money).toEqual(["1.248,50\u00a0€", "1,00 – 500,00\u00a0$"]);
    expect(german.moment).toBe("31.01.2026 20:05");
    for (const shown of ["99,00%", "1.234.567"]) expect(german.html).toContain(shown);
  });

  test("has the texts of mails, roles, files, payment methods and the sandbox", () => {
    const written: Readonly<Record<string, string | readonly string[]>> = print("server-texts");
    for (const [what, texts] of Object.entries(written)) {
      expect(texts.length, what).toBeGreaterThan(0);
      expect(
        [texts].flat().filter(text => !text.startsWith("de:")),
        what,
      ).toEqual([]);
    }
  });

  test("has its own sentence for an error", () => {
    expect(german.failure).toEqual({ code: "unavailable", message: `de:${messageIn(unavailable, "en")}` });
  });
});

/** The texts between the tags. */
function textsIn(html: string): readonly string[] {
  return html
    .split(/<[^>]*>/)
    .map(text => text.trim())
    .filter(text => text !== "");
}
