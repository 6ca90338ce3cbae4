import { words } from "#apps/sandbox/texts.ts";
import { isLocale } from "#kit/i18n/locale.ts";
import { render } from "#modules/messages/server/render.ts";
import { roleNames } from "#modules/operators/server/invite.ts";
import { methodName } from "#modules/payments/server/method-names.ts";
import { callbackPage } from "#modules/social/server/callback-page.ts";
import { csvHead } from "#modules/statements/server/lines.ts";

/** Prints what the server and the sandbox write in a language, as JSON: `node assurance/fourth-language/server-texts.ts de`. */
const [, , locale] = process.argv;
if (!isLocale(locale)) throw new Error(`${locale} is no language`);
const mail = render("email", locale, "login_code", { code: "123456" });
const [over] = /(?<=<p>).*?(?=<\/p>)/.exec(callbackPage(locale, "", undefined)) ?? [];
const written = {
  mail: [mail.subject, ...mail.text.split("\n\n").filter(line => !/^\d+$/.test(line))],
  sms: render("sms", locale, "login_code", { code: "123456" }).text,
  roles: Object.values(roleNames[locale]),
  statement: csvHead(locale).trim().split(","),
  callback: over,
  methods: ["card-page", "usdt"].map(hash => methodName(hash)[locale]),
  sandbox: [words[locale].pay, words[locale].schemes.card.title, words[locale].ended.paid.text],
};
console.log(JSON.stringify(written));
