import { type ReactNode, useState } from "react";
import { localeName, locales } from "#kit/i18n/locale.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { aloneUpTo } from "#modules/bonuses/shared/terms.ts";
import { gameKinds } from "#modules/games/printed/kinds.ts";
import { menuGames } from "#modules/games/printed/menu.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { mostPoints } from "#modules/tournaments/shared/limits.ts";
import { type Scoring, scorings } from "#modules/tournaments/shared/scoring.ts";
import { draftTournament } from "./contract.ts";
import { readPrizes } from "./prize-list.ts";

const currencies = ["USD", "EUR", "RUB", "KZT", "INR"] as const;
/** Games between players never count. */
const games = menuGames.map(({ game }) => game).filter(game => !gameKinds[game]?.isMultiplayer);

/** Drafts a tournament; the server refuses terms that the rules do not allow. */
export function NewTournament({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      primary
      action={t("tournaments.create")}
      title={t("tournaments.create")}
      text={t("tournaments.create_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const times = { starts_at: instantOf(given, "starts_at"), ends_at: instantOf(given, "ends_at") };
        await call(draftTournament, { body: Object.assign(times, termsIn(given), { reason }) }, key);
        onDone();
      }}
    >
      <TermFields>
        <div className="row wrap">
          <TimeField name="starts_at" label={t("tournaments.starts")} />
          <TimeField name="ends_at" label={t("tournaments.ends")} />
        </div>
      </TermFields>
    </Decide>
  );
}

/** What the fields of a form say, in wire format. */
export function termsIn(given: FormData) {
  const text = (name: string) => String(given.get(name) ?? "").trim();
  const title = Object.fromEntries(locales.map(locale => [locale, text(`title_${locale}`)])) as Record<
    (typeof locales)[number],
    string
  >;
  const chosen = given.getAll("games").map(String);
  const scoring = text("scoring") as Scoring;
  const points = Object.fromEntries(chosen.map(game => [game, Number(text(`points_${game}`))]));
  return {
    title,
    scoring,
    games: chosen,
    currency: text("currency"),
    prizes: (readPrizes(text("prizes")) ?? []).slice(),
    min_stake: sumOf(given, "min_stake"),
    ...(scoring === "points" && { points }),
  };
}

/** The terms of a tournament or a race; `children`: when it is. */
export function TermFields({ children, isRace = false }: { readonly children: ReactNode; readonly isRace?: boolean }) {
  const { t } = useTranslation("office");
  const [scoring, setScoring] = useState<Scoring>("wagered");
  const [currency, setCurrency] = useState<Currency>("USD");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [prizes, setPrizes] = useState("");
  const toggle = (game: string, on: boolean) =>
    setChosen(games.filter(each => (each === game ? on : chosen.includes(each))));
  return (
    <>
      {locales.map(locale => (
        <label key={locale} className="field">
          {t("tournaments.title", { language: localeName(locale) })}
          <input name={`title_${locale}`} required maxLength={60} autoComplete="off" />
        </label>
      ))}
      <div className="row wrap">
        <label className="field grow">
          {t("tournaments.scoring")}
          <select name="scoring" value={scoring} onChange={event => setScoring(event.target.value as Scoring)}>
            {scorings.map(each => (
              <option key={each} value={each}>
                {t(`tournaments.scorings.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field grow">
          {t("freeSpins.currency")}
          <select name="currency" value={currency} onChange={event => setCurrency(event.target.value as Currency)}>
            {currencies.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      </div>
      <SumField name="min_stake" label={t("tournaments.min_stake")} start="0.10" />
      <fieldset className="field">
        <legend>{t("tournaments.games")}</legend>
        <div className="row wrap">
          {games.map(game => (
            <label key={game} className="row">
              <input
                type="checkbox"
                name="games"
                value={game}
                checked={chosen.includes(game)}
                onChange={event => toggle(game, event.target.checked)}
              />
              {game}
            </label>
          ))}
        </div>
        <p className="muted">{t("tournaments.games_hint")}</p>
      </fieldset>
      {scoring === "points" && (
        <div className="row wrap">
          {chosen.map(game => (
            <NumberField
              key={game}
              name={`points_${game}`}
              label={`${game}: ${t("tournaments.points")}`}
              most={mostPoints}
              start={1}
            />
          ))}
        </div>
      )}
      <label className="field">
        {t("tournaments.prizes")}
        <textarea name="prizes" rows={4} required value={prizes} onChange={event => setPrizes(event.target.value)} />
        <span className="muted">{t("tournaments.prizes_hint")}</span>
      </label>
      {children}
      <Preview prizes={prizes} currency={currency} isRace={isRace} />
    </>
  );
}

/** What the prizes cost, and whether one person may promise that. */
function Preview({ prizes, currency, isRace }: { prizes: string; currency: Currency; isRace: boolean }) {
  const { t } = useTranslation("office");
  if (prizes.trim() === "") return null;
  const read = readPrizes(prizes);
  if (!read)
    return (
      <p className="bad" role="alert">
        {t("tournaments.preview_bad")}
      </p>
    );
  const sum = micros(read.reduce((total, prize) => total + parseDecimal(prize), 0n));
  return (
    <p role="status">
      <b>{t("tournaments.preview_sum", { places: read.length, sum: money(formatAmount(sum), currency) })}</b>{" "}
      {t(previewOf(isRace, sum > aloneUpTo[currency]))}
    </p>
  );
}

const previewOf = (isRace: boolean, isLarge: boolean) =>
  isRace ? "tournaments.preview_race" : isLarge ? "tournaments.preview_two" : "tournaments.preview_alone";
