import { useState } from "react";
import { localeName, locales } from "#kit/i18n/locale.ts";
import { parseAmount, parseDecimal } from "#kit/money/amount.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { FreeSpinsField } from "#modules/bonuses/office/free-spins-field.tsx";
import { averageCostPercent, defaultWager, mostWager } from "#modules/bonuses/shared/terms.ts";
import type { CampaignView } from "#modules/free-spins/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { mostPlayers, mostSteps } from "#modules/welcome-pack/shared/terms.ts";
import { createWelcomePack, longestTitle } from "./contract.ts";

const currencies = ["RUB", "KZT", "USD", "EUR", "INR"] as const;
const firstSteps = 3;

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);
const textOf = (given: FormData, name: string) => String(given.get(name) ?? "").trim();
const stepsOf = (given: FormData) => upTo(mostSteps).filter(step => given.get(`wager_${step}`) !== null);

/** A deposit bonus, or the rounds of the campaign that was chosen. */
function giftOf(given: FormData, step: number) {
  const rounds = textOf(given, `free_spins_${step}`);
  if (rounds !== "") return { free_spins: rounds };
  return {
    percent: Number(textOf(given, `percent_${step}`)),
    max_amount: sumOf(given, `max_amount_${step}`),
    min_deposit: sumOf(given, `min_deposit_${step}`),
  };
}

interface NewWelcomePackProps {
  /** Campaigns of free spins whose wins a step may give; read by the page, because data does not change while a dialog is open. */
  readonly freeSpins: readonly CampaignView[];
  onDone(): void;
}

/** Drafts the next version of a currency's pack; the server refuses terms that the rules do not allow. */
export function NewWelcomePack({ freeSpins, onDone }: NewWelcomePackProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      primary
      action={t("packs.create")}
      title={t("packs.create")}
      text={t("packs.create_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const body = {
          title: Object.fromEntries(locales.map(locale => [locale, textOf(given, `title_${locale}`)])) as Record<
            (typeof locales)[number],
            string
          >,
          currency: textOf(given, "currency"),
          players: Number(textOf(given, "players")),
          ends_at: instantOf(given, "ends_at"),
          steps: stepsOf(given).map(step => ({
            ...giftOf(given, step),
            wager: Number(textOf(given, `wager_${step}`)),
            hours: Number(textOf(given, `hours_${step}`)),
          })),
          reason,
        };
        await call(createWelcomePack, { body }, key);
        onDone();
      }}
    >
      <Fields offered={freeSpins} />
    </Decide>
  );
}

/** What the pack costs at most, as far as it is typed. */
interface Preview {
  readonly most: bigint;
  readonly players: bigint;
  readonly currency: string;
}

function previewOf(form: HTMLFormElement, offered: readonly CampaignView[]): Preview {
  const given = new FormData(form);
  const costOf = (step: number) => {
    const rounds = offered.find(({ id }) => id === textOf(given, `free_spins_${step}`));
    if (rounds) return parseDecimal(rounds.bet) * BigInt(rounds.count);
    return parseAmount(sumOf(given, `max_amount_${step}`)) ?? 0n;
  };
  const most = stepsOf(given).reduce((sum, step) => sum + costOf(step), 0n);
  const players = textOf(given, "players");
  return { most, players: /^\d{1,7}$/.test(players) ? BigInt(players) : 0n, currency: textOf(given, "currency") };
}

function Fields({ offered }: { readonly offered: readonly CampaignView[] }) {
  const { t } = useTranslation("office");
  const [steps, setSteps] = useState(firstSteps);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [currency, setCurrency] = useState<string>(currencies[0]);
  const ofCurrency = offered.filter(each => each.currency === currency);
  /** Without a fraction: the sums of a pack are whole. */
  const shown = (micros: bigint, currency: string) => money(`${micros / 1_000_000n}`, currency);
  return (
    <div
      className="col gap-2"
      onInput={({ currentTarget }) => {
        const form = currentTarget.closest("form");
        if (form) setPreview(previewOf(form, offered));
      }}
    >
      {locales.map(locale => (
        <label key={locale} className="field">
          {t("bonuses.name", { language: localeName(locale) })}
          <input name={`title_${locale}`} required maxLength={longestTitle} autoComplete="off" />
        </label>
      ))}
      <div className="row wrap">
        <label className="field grow">
          {t("freeSpins.currency")}
          <select name="currency" value={currency} onChange={event => setCurrency(event.target.value)}>
            {currencies.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <NumberField name="players" label={t("packs.players")} most={mostPlayers} start={1000} />
        <label className="field grow">
          {t("packs.steps")}
          <select value={steps} onChange={event => setSteps(Number(event.target.value))}>
            {upTo(mostSteps).map(count => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
      </div>
      {upTo(steps).map(step => (
        <StepFields key={`${currency} ${step}`} step={step} offered={step === 1 ? [] : ofCurrency} />
      ))}
      <TimeField name="ends_at" label={t("packs.ends")} />
      {preview && preview.most > 0n && (
        <p className="note" role="status">
          {t("packs.preview", {
            each: shown(preview.most, preview.currency),
            all: shown(preview.most * preview.players, preview.currency),
          })}
        </p>
      )}
    </div>
  );
}

interface StepFieldsProps {
  readonly step: number;
  /** Campaigns of free spins that it may give; none of the first step. */
  readonly offered: readonly CampaignView[];
}

function StepFields({ step, offered }: StepFieldsProps) {
  const { t } = useTranslation("office");
  const [wager, setWager] = useState<number>(defaultWager);
  const [rounds, setRounds] = useState("");
  return (
    <fieldset className="col gap-2">
      <legend>{t("packs.step", { step })}</legend>
      {offered.length > 0 && (
        <FreeSpinsField name={`free_spins_${step}`} value={rounds} onChange={setRounds} campaigns={offered} />
      )}
      {rounds === "" && (
        <div className="row wrap">
          <NumberField name={`percent_${step}`} label={t("bonuses.percent")} most={500} start={100} />
          <SumField name={`max_amount_${step}`} label={t("bonuses.amount")} />
          <SumField name={`min_deposit_${step}`} label={t("bonuses.min_deposit")} />
        </div>
      )}
      <div className="row wrap">
        <label className="field grow">
          {t("bonuses.wager")}
          <input
            name={`wager_${step}`}
            type="number"
            min={1}
            max={mostWager}
            value={wager}
            required
            onChange={event => setWager(Number(event.target.value))}
          />
        </label>
        <NumberField name={`hours_${step}`} label={t("bonuses.hours")} most={2160} start={168} />
      </div>
      <p className="muted">{t("packs.average_cost", { percent: averageCostPercent(wager) })}</p>
    </fieldset>
  );
}
