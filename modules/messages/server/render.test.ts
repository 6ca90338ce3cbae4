import { describe, expect, test } from "vitest";
import { locales } from "#kit/i18n/locale.ts";
import en from "../locale/templates/en.json" with { type: "json" };
import { formOf, templateNames } from "../shared/template-forms.ts";
import { render } from "./render.ts";
import { templateTexts } from "./templates.ts";

const blanks = (value: unknown) =>
  [...JSON.stringify(value ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("each template has its form, and no other one", () => {
  expect(Object.keys(en.templates).sort()).toEqual([...templateNames].sort());
});

test.each(templateNames)("%s has the same values in every language and channel", name => {
  const english = templateTexts("en", name);
  const channels = ["email", ...(english.sms ? ["sms"] : []), ...(english.call ? ["call"] : [])];
  expect([...formOf(name).channels]).toEqual(channels);
  expect([...new Set(blanks(english))]).toEqual([...formOf(name).values].sort());
  for (const locale of locales) {
    const own = templateTexts(locale, name);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    for (const part of ["subject", "lines", "sms", "call"] as const)
      expect({ locale, part, blanks: blanks(own[part]) }).toEqual({ locale, part, blanks: blanks(english[part]) });
    expect(own.lines).toHaveLength(english.lines.length);
    // Two parts of 70 letters: shown in full on a phone, and billed as two.
    if (own.sms && !own.sms.includes("{link}")) expect(own.sms.length).toBeLessThanOrEqual(140);
  }
});

describe("a code", () => {
  test("has a paragraph of its own in a mail, in both of its forms", () => {
    const mail = render("email", "ru", "login_code", { code: "012345" });
    expect(mail.subject).toBe("Код для входа");
    expect(mail.text.split("\n\n")).toContain("012345");
    expect(mail.html).toContain(">012345</p>");
    expect(mail.html).toContain('<html lang="ru">');
    // A subject is shown on locked screens.
    expect(mail.subject).not.toContain("012345");
  });

  test("is spoken digit by digit in a call", () => {
    expect(render("call", "en", "login_code", { code: "012345" }).text).toContain("0 1 2 3 4 5");
  });
});

test("a link is a button in a mail, and Kazakh is kk there", () => {
  const mail = render("email", "kz", "login_link", { link: "https://fairhouse.example/kz/login/abc?x=1&y=2" });
  expect(mail.html).toContain('href="https://fairhouse.example/kz/login/abc?x=1&#38;y=2"');
  expect(mail.html).toContain(">Кіру</a>");
  expect(mail.html).toContain('<html lang="kk">');
});

test("what looks like markup in a value stays text", () => {
  const { html, text } = render("email", "en", "contact_changed", { contact: "<img src=x onerror=alert(1)>" });
  expect(html).not.toContain("<img");
  expect(text).toContain("<img src=x");
});

test("a value that looks like a placeholder is not substituted again", () => {
  expect(render("sms", "en", "contact_changed", { contact: "{code}" }).text).toContain("{code}");
});
