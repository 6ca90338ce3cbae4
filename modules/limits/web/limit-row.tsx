import { useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useClient } from "#kit/web/client.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type CurrencyLimits, putLimits } from "../shared/contract.ts";
import { LimitForm } from "./limit-form.tsx";

interface LimitRowProps {
  readonly name: "wager" | "loss" | "deposit";
  readonly limits: CurrencyLimits;
  onChanged(): Promise<void>;
}

/** One daily limit: how much of it today has used, what comes later, and the form that changes it. */
export function LimitRow({ name, limits, onChanged }: LimitRowProps) {
  const { t } = useTranslation("limits");
  const { api } = useClient();
  const language = languageOf(useLocale());
  const [editing, setEditing] = useState(false);
  const { limit, used, later, open } = factsOf(name, limits);
  const show = (sum: string) => showMoney(parseDecimal(sum), limits.currency as Currency, language, { brief: true });
  const from = later ? showDayAndTime(later.from, language) : "";
  const save = async (wish: string | null) => {
    const body = { currency: limits.currency, [`${name}_limit`]: wish === null ? null : wish.replace(",", ".") };
    const { data } = await api.call(putLimits, { body });
    await onChanged();
    setEditing(false);
    return factsOf(name, data).later?.from ?? null;
  };
  return (
    <div className="lim-row">
      <div className="row sp">
        <h3>{t(`limits.${name}`)}</h3>
        {!editing && (
          <Button
            size="s"
            look="out"
            aria-label={`${t("limits.edit")}: ${t(`limits.${name}`)}, ${limits.currency}`}
            onClick={() => setEditing(true)}
          >
            {t("limits.edit")}
          </Button>
        )}
      </div>
      <span className="num sm">
        {limit === null
          ? t("limits.used_none", { used: show(used) })
          : t("limits.used", { used: show(used), limit: show(limit) })}
        {open !== "0" && `, ${t("limits.open", { sum: show(open) })}`}
      </span>
      {limit !== null && (
        <svg className="prog" width="100%" height="8" aria-hidden="true">
          <rect width={`${percent(used, limit)}%`} height="8" fill="var(--brass-500)" />
        </svg>
      )}
      {later && (
        <p className="note warn">
          {later.limit === null
            ? t("limits.later_none", { time: from })
            : t("limits.later", { limit: show(later.limit), time: from })}
        </p>
      )}
      <p className="xs mut">{t(`limits.${name}_note`)}</p>
      {editing && (
        <LimitForm
          label={t("limits.amount")}
          hint={limits.currency}
          inputMode="decimal"
          field={`${name}_limit`}
          start={(later ? later.limit : limit) ?? ""}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      )}
    </div>
  );
}

/** One limit's facts. `later` is only what is another for this one. Losses below zero are gains and use nothing. */
function factsOf(name: LimitRowProps["name"], limits: CurrencyLimits) {
  const { wager_limit, loss_limit, deposit_limit, later, deposit_later } = limits;
  const own = { wager: wager_limit, loss: loss_limit, deposit: deposit_limit }[name];
  const waiting =
    name === "deposit"
      ? deposit_later && { limit: deposit_later.deposit_limit, from: deposit_later.from }
      : later && { limit: name === "wager" ? later.wager_limit : later.loss_limit, from: later.from };
  const lost = limits.lost.startsWith("-") ? "0" : limits.lost;
  return {
    limit: own,
    used: { wager: limits.wagered, loss: lost, deposit: limits.deposited }[name],
    open: name === "deposit" ? limits.deposits_open : "0",
    later: waiting && waiting.limit !== own ? waiting : null,
  };
}

function percent(used: string, limit: string): number {
  const [part, whole] = [parseDecimal(used), parseDecimal(limit)];
  return whole === 0n || part >= whole ? 100 : Number((part * 100n) / whole);
}
