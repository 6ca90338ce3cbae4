import { type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#kit/i18n/locale.ts";
import { type RequestContext, requestContext } from "#kit/web/context.ts";
import { loader } from "./policy-page.tsx";

/** Answers as the API does: in the language asked for, else in English. */
async function open(path: string, { languages, locale }: { languages: readonly Locale[]; locale: Locale }) {
  const all = new RouterContextProvider();
  const context: Pick<RequestContext, "locale" | "get"> = {
    locale,
    async get(called) {
      const language = new URL(called, "https://api.example").searchParams.get("language") as Locale;
      const shown = languages.includes(language) ? language : "en";
      return { status: 200, body: { data: { language: shown, languages, text: `# ${shown}` } } };
    },
  };
  all.set(requestContext, context as RequestContext);
  const [, , language, name] = new URL(path, "https://casino.example").pathname.split("/");
  const request = new Request(`https://casino.example${path}`);
  const args = { context: all, params: { language, name }, request } as unknown as LoaderFunctionArgs;
  try {
    return { shown: (await loader(args)).shown.language };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, to: thrown.headers.get("location") };
  }
}

test.each<[string, readonly Locale[], Locale, object]>([
  ["/policy/ru/terms", ["ru", "en"], "en", { shown: "ru" }],
  ["/policy/kz/terms", ["ru", "en", "kz"], "ru", { shown: "kz" }],
  // Readers of Kazakh are led to the Russian text, not to the English one.
  ["/policy/kz/terms", ["ru", "en"], "kz", { status: 302, to: "/policy/ru/terms" }],
  ["/policy/kz/terms?preview=abc", ["ru", "en"], "kz", { status: 302, to: "/policy/ru/terms?preview=abc" }],
  ["/policy/kz/terms", ["en"], "kz", { status: 302, to: "/policy/en/terms" }],
  ["/policy/ru/terms", ["en"], "ru", { status: 302, to: "/policy/en/terms" }],
  // A language that does not exist: the visitor's.
  ["/policy/de/terms", ["ru", "en"], "ru", { status: 302, to: "/policy/ru/terms" }],
])("%s, written in %j, for a reader of %s", async (path, languages, locale, expected) => {
  expect(await open(path, { languages, locale })).toEqual(expected);
});
