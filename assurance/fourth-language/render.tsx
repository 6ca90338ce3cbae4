import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { LanguageSwitch } from "#apps/site/frame/language-switch.tsx";
import { allTexts, textsOf } from "#apps/site/texts.ts";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import { failureAnswer } from "#kit/http/answer.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { barePath, chooseLocale, isLocale, languageOf, localePath, locales, readLocale } from "#kit/i18n/locale.ts";
import { showCount, showMultiplier, showPercent } from "#kit/i18n/numbers.ts";
import { showMoney, showMoneyRange } from "#kit/money/show.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { createTextStore, TextContext } from "#kit/web/texts.tsx";
import { localeField } from "#modules/accounts/shared/contract.ts";
import ReturnsPage from "#modules/lobby/web/returns/returns-page.tsx";
import type { Shown } from "./shown.ts";

const refused = new ApiError(422, { code: "validation_failed", errors: { amount: ["required"] } });

function Page() {
  const { lines } = useErrorTexts("payments");
  return (
    <>
      <LanguageSwitch />
      <ReturnsPage />
      <p>{lines(refused)}</p>
    </>
  );
}

const returns = {
  at: "2026-01-31T20:05:00Z",
  games: [{ game: "dice", designed: "99.00", bets: 1_234_567, result: null }],
};

/** A page of the site, an error, and numbers on their own. */
export async function show(name: string): Promise<Shown> {
  if (!isLocale(name)) throw new Error(`${name} is no language`);
  const language = languageOf(name);
  const texts = createTextStore(language, textsOf(name));
  await Promise.all(allTexts.map(texts.load));
  const Stub = createRoutesStub([
    { id: "root", children: [{ id: "page", path: ":lang?/returns", Component: Page, loader: () => returns }] },
  ]);
  const html = renderToString(
    <TextContext value={texts}>
      <Stub initialEntries={[localePath(name, "/returns")]} hydrationData={{ loaderData: { page: returns } }} />
    </TextContext>,
  );
  return {
    html,
    locales,
    accepted: [chooseLocale({ acceptLanguage: `${language}-AT` }), readLocale(language), localeField.parse(name)],
    path: barePath(localePath(name, "/games/dice")),
    numbers: [showCount(4_218_907, language), showPercent("96.20", language), showMultiplier("12.47", language)],
    money: [showMoney(1_248_500_000n, "EUR", language), showMoneyRange(1_000_000n, 500_000_000n, "USD", language)],
    moment: showDayAndTime("2026-01-31T20:05:00Z", language, { timeZone: "UTC" }),
    failure: JSON.parse(failureAnswer(new Failure(unavailable), name).text) as unknown,
  };
}
