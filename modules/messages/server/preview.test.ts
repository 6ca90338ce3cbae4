import { expect, test } from "vitest";
import { locales } from "#kit/i18n/locale.ts";
import en from "../locale/templates/en.json" with { type: "json" };
import { previewsIn } from "./preview.ts";
import { render } from "./render.ts";

test("every template is previewed in each language, with nothing left to fill in", () => {
  for (const locale of locales) {
    const previews = previewsIn(locale, "blue teapot");
    expect(previews.map(({ name }) => name).sort()).toEqual(Object.keys(en.templates).sort());
    expect(JSON.stringify(previews)).not.toMatch(/\{\w+\}/);
    for (const { mail } of previews) expect(mail.phrase).toContain("blue teapot");
  }
});

test("a preview has the channels that the template is sent through", () => {
  const of = (name: string) => previewsIn("en", null).find(each => each.name === name);
  expect(of("login_code")?.sms).toContain("123456");
  expect(of("login_code")?.call).toContain("1 2 3 4 5 6");
  expect(of("login_link")).toMatchObject({ sms: null, call: null });
});

test("what it shows is what the mail is made of", () => {
  const values = { code: "123456", link: "https://fairhouse.example/l/example" };
  const sent = render("email", "ru", "restore_password", values);
  const shown = previewsIn("ru", null).find(({ name }) => name === "restore_password")?.mail;
  expect(sent.subject).toBe(shown?.subject);
  const texts = shown?.parts.map(part => ("href" in part ? part.href : part.text)) ?? [];
  expect(sent.text).toBe([...texts, shown?.foot].join("\n\n"));
  expect(shown?.parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["code", "button", "text"]));
});
