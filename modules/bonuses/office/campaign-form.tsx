import { useId, useState } from "react";
import { localeName, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { bonusProducts, defaultWager, mostWager } from "#modules/bonuses/shared/terms.ts";
import type { CampaignView } from "#modules/free-spins/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { createBonusCampaign } from "./contract.ts";
import { FreeSpinsField } from "./free-spins-field.tsx";

const currencies = ["RUB", "KZT", "USD", "EUR", "INR"] as const;

interface NewBonusCampaignProps {
  /** Campaigns of free spins whose wins it may give; read by the page, because data does not change while a dialog is open. */
  readonly freeSpins: readonly CampaignView[];
  onDone(): void;
}

/** Drafts a campaign; the server refuses terms that the rules do not allow. */
export function NewBonusCampaign({ freeSpins, onDone }: NewBonusCampaignProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      primary
      action={t("bonuses.create")}
      title={t("bonuses.create")}
      text={t("bonuses.create_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const isDeposit = text("kind") === "deposit";
        const body = {
          name: Object.fromEntries(locales.map(locale => [locale, text(`name_${locale}`)])) as Record<
            (typeof locales)[number],
            string
          >,
          kind: isDeposit ? ("deposit" as const) : ("manual" as const),
          product: bonusProducts.find(each => each === text("product")) ?? "games",
          currency: text("currency"),
          ...(isDeposit && { percent: Number(text("percent")), min_deposit: sumOf(given, "min_deposit") }),
          ...(text("free_spins") === "" ? { amount: sumOf(given, "amount") } : { free_spins: text("free_spins") }),
          ...(text("cap") !== "" && { cap: sumOf(given, "cap") }),
          wager: Number(text("wager")),
          hours: Number(text("hours")),
          budget: sumOf(given, "budget"),
          by_code: text("audience") === "code",
          targeted: text("audience") === "campaign",
          ends_at: instantOf(given, "ends_at"),
          reason,
        };
        await call(createBonusCampaign, { body }, key);
        onDone();
      }}
    >
      <Fields offered={freeSpins} />
    </Decide>
  );
}

function Fields({ offered }: { offered: readonly CampaignView[] }) {
  const { t } = useTranslation("office");
  const [kind, setKind] = useState("deposit");
  const [product, setProduct] = useState<(typeof bonusProducts)[number]>("games");
  const [rounds, setRounds] = useState("");
  const currencyId = useId();
  /** The free spins whose wins it gives: its amount and its currency follow from them. */
  const given = kind === "manual" && product === "games" ? offered.find(({ id }) => id === rounds) : undefined;
  return (
    <>
      {locales.map(locale => (
        <label key={locale} className="field">
          {t("bonuses.name", { language: localeName(locale) })}
          <input name={`name_${locale}`} required maxLength={60} autoComplete="off" />
        </label>
      ))}
      <div className="row wrap">
        <label className="field grow">
          {t("bonuses.kind")}
          <select name="kind" value={kind} onChange={event => setKind(event.target.value)}>
            <option value="deposit">{t("bonuses.kinds.deposit")}</option>
            <option value="manual">{t("bonuses.kinds.manual")}</option>
          </select>
        </label>
        <label className="field grow">
          {t("bonuses.product")}
          <select
            name="product"
            value={product}
            onChange={event => setProduct(event.target.value === "betting" ? "betting" : "games")}
          >
            {bonusProducts.map(each => (
              <option key={each} value={each}>
                {t(`bonuses.products.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field grow" htmlFor={currencyId}>
          {t("freeSpins.currency")}
          {given ? (
            <input id={currencyId} name="currency" value={given.currency} readOnly />
          ) : (
            <select id={currencyId} name="currency">
              {currencies.map(code => (
                <option key={code}>{code}</option>
              ))}
            </select>
          )}
        </label>
        {kind === "deposit" && <NumberField name="percent" label={t("bonuses.percent")} most={500} start={100} />}
      </div>
      {kind === "manual" && product === "games" && (
        <FreeSpinsField name="free_spins" value={rounds} onChange={setRounds} campaigns={offered} />
      )}
      {!given && <SumField name="amount" label={t("bonuses.amount")} />}
      {kind === "deposit" && <SumField name="min_deposit" label={t("bonuses.min_deposit")} />}
      {kind === "manual" && product === "games" && !given && (
        <SumField name="cap" label={t("bonuses.cap")} hint={t("bonuses.cap_means")} isOptional />
      )}
      <div className="row wrap">
        <NumberField name="wager" label={t("bonuses.wager")} most={mostWager} start={defaultWager} />
        <NumberField name="hours" label={t("bonuses.hours")} most={2160} start={72} />
      </div>
      <SumField name="budget" label={t("bonuses.budget")} />
      <label className="field">
        {t("bonuses.audience")}
        <select name="audience">
          <option value="offer">{t("bonuses.audiences.offer")}</option>
          <option value="code">{t("bonuses.audiences.code")}</option>
          <option value="campaign">{t("bonuses.audiences.campaign")}</option>
        </select>
      </label>
      <TimeField name="ends_at" label={t("bonuses.ends")} />
    </>
  );
}
