import { useState } from "react";
import { localeName, locales } from "#kit/i18n/locale.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { gameKinds } from "#modules/games/printed/kinds.ts";
import { menuGames } from "#modules/games/printed/menu.ts";
import { type JackpotKind, jackpotKinds, mostEdgeShare } from "#modules/jackpots/shared/rules.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { changeJackpotTerms, draftJackpot, type OfficeJackpot } from "./contract.ts";

/** The seeds of a bet also decide whether it wins a jackpot. */
const games = menuGames.map(({ game }) => game).filter(game => gameKinds[game]?.hasSeeds);

/** Drafts a jackpot; the server refuses terms that the rules do not allow. */
export function NewJackpot({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  const [kind, setKind] = useState<JackpotKind>("must_hit_by");
  return (
    <Decide
      primary
      action={t("jackpots.create")}
      title={t("jackpots.create")}
      text={t("jackpots.create_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const title = Object.fromEntries(locales.map(locale => [locale, text(`title_${locale}`)])) as Record<
          (typeof locales)[number],
          string
        >;
        const body = { title, kind, currency: text("currency"), ...termsIn(given), reason };
        await call(draftJackpot, { body }, key);
        onDone();
      }}
    >
      {locales.map(locale => (
        <label key={locale} className="field">
          {t("tournaments.title", { language: localeName(locale) })}
          <input name={`title_${locale}`} required maxLength={60} autoComplete="off" />
        </label>
      ))}
      <div className="row wrap">
        <label className="field grow">
          {t("jackpots.kind")}
          <select name="kind" value={kind} onChange={event => setKind(event.target.value as JackpotKind)}>
            {jackpotKinds.map(each => (
              <option key={each} value={each}>
                {t(`jackpots.kinds.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field grow">
          {t("freeSpins.currency")}
          <select name="currency">
            {currencyCodes.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      </div>
      <TermFields kind={kind} />
    </Decide>
  );
}

/** Requests new terms for the next pot. */
export function ChangeTerms({ jackpot, onDone }: { jackpot: OfficeJackpot; onDone(): void }) {
  const { t } = useTranslation("office");
  const { id, title: name, state } = jackpot;
  return (
    <Decide
      action={t("jackpots.change")}
      title={t("jackpots.change_title", { name })}
      text={t(state === "draft" ? "jackpots.change_draft" : "jackpots.change_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        await call(changeJackpotTerms, { params: { id }, body: { ...termsIn(given), reason } }, key);
        onDone();
      }}
    >
      <TermFields kind={jackpot.kind} from={jackpot} />
    </Decide>
  );
}

function termsIn(given: FormData) {
  return {
    games: given.getAll("games").map(String),
    edge_share: Number(given.get("edge_share")),
    seed: sumOf(given, "seed"),
    bound: sumOf(given, "bound"),
  };
}

function TermFields({ kind, from }: { readonly kind: JackpotKind; readonly from?: OfficeJackpot }) {
  const { t } = useTranslation("office");
  return (
    <>
      <fieldset className="field">
        <legend>{t("tournaments.games")}</legend>
        <div className="row wrap">
          {games.map(game => (
            <label key={game} className="row">
              <input type="checkbox" name="games" value={game} defaultChecked={from?.games.includes(game) ?? false} />
              {t.in("games", game)}
            </label>
          ))}
        </div>
      </fieldset>
      <NumberField
        name="edge_share"
        label={t("jackpots.edge_share")}
        most={mostEdgeShare}
        start={from?.edge_share ?? mostEdgeShare / 2}
      />
      <div className="row wrap">
        <SumField name="seed" label={t("jackpots.seed")} start={from?.seed ?? "100"} />
        <SumField name="bound" label={t(`jackpots.bounds.${kind}`)} start={from?.bound ?? ""} />
      </div>
      <p className="muted">{t(`jackpots.hints.${kind}`)}</p>
    </>
  );
}
