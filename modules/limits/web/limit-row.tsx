import { useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type DailyLimitView, getLimits, putLimits } from "../shared/contract.ts";
import { LimitForm } from "./limit-form.tsx";
import { OperatorNote } from "./operator-note.tsx";

/** One daily limit over all wallets: today's usage, a pending change, and the form that changes it. */
export function LimitRow({ limit: view }: { limit: DailyLimitView }) {
  const { t } = useTranslation("limits");
  const { mutate } = useMutation(putLimits, { invalidates: [getLimits] });
  const [editing, setEditing] = useState(false);
  const { kind, limit, currency, later } = view;
  const save = async (newValue: string | null) => {
    const body = {
      currency,
      [`${kind}_limit`]: newValue === null ? null : newValue.replace(/[\s\u00a0]/g, "").replace(",", "."),
    };
    const { limits } = await mutate({ body });
    setEditing(false);
    return limits.find(each => each.kind === kind)?.later?.from ?? null;
  };
  return (
    <div className="lim-row">
      <div className="row spread">
        <h3>{t(`limits.${kind}`)}</h3>
        {!editing && (
          <Button
            size="s"
            variant="outline"
            aria-label={`${t("limits.edit")}: ${t(`limits.${kind}`)}`}
            onClick={() => setEditing(true)}
          >
            {t("limits.edit")}
          </Button>
        )}
      </div>
      <LimitUse limit={view} />
      {view.operator && <OperatorDailyLimit limit={view.operator} />}
      <p className="xs muted">{t(`limits.${kind}_note`)}</p>
      {editing && (
        <LimitForm
          label={t("limits.amount")}
          hint={currency}
          inputMode="decimal"
          field={`${kind}_limit`}
          start={(later?.currency === currency ? later.limit : limit) ?? ""}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      )}
    </div>
  );
}

/** Today's usage of the limit, and a pending looser one. */
function LimitUse({ limit: { kind, limit, currency, used: sum, open, later } }: { readonly limit: DailyLimitView }) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const show = (amount: string, of = currency) =>
    showMoney(parseDecimal(amount), of as Currency, language, { brief: true });
  const time = later ? showDayAndTime(later.from, language) : "";
  // Losses below zero are gains and use nothing.
  const used = sum?.startsWith("-") ? "0" : sum;
  return (
    <>
      {used === null ? (
        <p className="note warn">{t("limits.used_unknown")}</p>
      ) : (
        <span className="num sm">
          {limit === null
            ? t("limits.used_none", { used: show(used) })
            : t("limits.used", { used: show(used), limit: show(limit) })}
          {kind === "deposit" && open !== null && open !== "0" && `, ${t("limits.open", { sum: show(open) })}`}
        </span>
      )}
      {limit !== null && used !== null && (
        <svg className="progress" width="100%" height="8" aria-hidden="true">
          <rect width={`${percent(used, limit)}%`} height="8" fill="var(--brass-500)" />
        </svg>
      )}
      {later && (
        <p className="note warn">
          {later.limit === null
            ? t("limits.later_none", { time })
            : t("limits.later", { limit: show(later.limit, later.currency), time })}
        </p>
      )}
    </>
  );
}

function percent(used: string, limit: string): number {
  const [part, whole] = [parseDecimal(used), parseDecimal(limit)];
  return whole === 0n || part >= whole ? 100 : Number((part * 100n) / whole);
}

/** A limit that an operator set beside the player's own: its amount and the reason in general words. */
function OperatorDailyLimit({
  limit: { limit, currency, used, cause, since },
}: {
  readonly limit: NonNullable<DailyLimitView["operator"]>;
}) {
  const { t } = useTranslation("limits");
  const language = languageOf(useLocale());
  const show = (amount: string) => showMoney(parseDecimal(amount), currency as Currency, language, { brief: true });
  return (
    <OperatorNote title={t("limits.operator", { limit: show(limit) })} cause={cause} since={since}>
      {used !== null && (
        <span className="num sm">
          {t("limits.operator_used", { used: show(used.startsWith("-") ? "0" : used), limit: show(limit) })}
        </span>
      )}
    </OperatorNote>
  );
}
