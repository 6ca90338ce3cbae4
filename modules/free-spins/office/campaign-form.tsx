import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { winKinds } from "#modules/free-spins/shared/campaign.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { type CampaignsView, createCampaign } from "./contract.ts";

interface NewCampaignProps extends Pick<CampaignsView, "games"> {
  onDone(): void;
}

/** Drafts a campaign: of the games, currencies and stakes that a provider offers. */
export function NewCampaign({ games, onDone }: NewCampaignProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      primary
      action={t("freeSpins.create")}
      title={t("freeSpins.create")}
      text={t("freeSpins.create_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const [provider = "", game = ""] = text("game").split(" ");
        const body = {
          title: text("title"),
          provider,
          game,
          currency: text("currency"),
          bet: text("bet"),
          count: Number(text("count")),
          cost_cap: sumOf(given, "cost_cap"),
          wins: text("wins") === "bonus" ? ("bonus" as const) : ("real" as const),
          expires_at: instantOf(given, "expires_at"),
          reason,
        };
        await call(createCampaign, { body }, key);
        onDone();
      }}
    >
      <CampaignFields games={games} />
    </Decide>
  );
}

function CampaignFields({ games }: Pick<CampaignsView, "games">) {
  const { t } = useTranslation("office");
  const [named, setNamed] = useState("");
  const game = games.find(({ provider, slug }) => `${provider} ${slug}` === named) ?? games[0];
  const [chosen, setChosen] = useState("");
  const currencies = Object.keys(game?.stakes ?? {});
  const currency = currencies.includes(chosen) ? chosen : (currencies[0] ?? "");
  return (
    <>
      <label className="field">
        {t("freeSpins.title")}
        <input name="title" required maxLength={80} autoComplete="off" />
      </label>
      <label className="field">
        {t("freeSpins.game")}
        <select name="game" value={named} onChange={event => setNamed(event.target.value)}>
          {games.map(({ provider, slug, title }) => (
            <option key={`${provider} ${slug}`} value={`${provider} ${slug}`}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <div className="row wrap">
        <label className="field grow">
          {t("freeSpins.currency")}
          <select name="currency" value={currency} onChange={event => setChosen(event.target.value)}>
            {currencies.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <label className="field grow">
          {t("freeSpins.stake")}
          <select name="bet">
            {(game?.stakes[currency] ?? []).map(stake => (
              <option key={stake}>{stake}</option>
            ))}
          </select>
        </label>
        <NumberField name="count" label={t("freeSpins.count")} most={1000} start={20} />
      </div>
      <label className="field">
        {t("freeSpins.wins")}
        <select name="wins">
          {winKinds.map(kind => (
            <option key={kind} value={kind}>
              {t(`freeSpins.win_kinds.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <SumField name="cost_cap" label={t("freeSpins.cost_cap")} />
      <TimeField name="expires_at" label={t("freeSpins.expires")} />
    </>
  );
}
