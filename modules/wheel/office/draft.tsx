import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { draftWheelPrizes, type WheelPrizesView, type WheelVersionView } from "#modules/wheel/office/contract.ts";
import { mostSectors } from "#modules/wheel/shared/prizes.ts";
import { bodyOf, type DraftFields, fieldsOf, readFields, ticketsOf } from "./draft-fields.ts";
import { WheelPrizes } from "./wheel-prizes.tsx";

interface WheelDraftProps extends Pick<WheelPrizesView, "ceilings"> {
  /** The version to start from. */
  readonly from: WheelVersionView;
  onSent(): void;
}

/** New prizes, with the cost of a spin computed as they are typed; an owner approves them. */
export function WheelDraft({ from, ceilings, onSent }: WheelDraftProps) {
  const { t } = useTranslation("office");
  const [fields, setFields] = useState<DraftFields>(() => fieldsOf(from));
  const [sent, setSent] = useState(false);
  const { draft, problem } = readFields(fields);
  const change = (next: Partial<DraftFields>) => {
    setSent(false);
    setFields({ ...fields, ...next });
  };
  return (
    <Panel title={t("wheel.draft")}>
      <div className="form pad">
        <div className="row wrap tops">
          {currencyCodes.map(code => (
            <label key={code} className="field">
              {t("wheel.top", { currency: code })}
              <input
                inputMode="decimal"
                autoComplete="off"
                value={fields.top[code]}
                onChange={event => change({ top: { ...fields.top, [code]: event.target.value } })}
              />
              <small>
                {t("wheel.ceiling", { sum: money(ceilings.find(each => each.currency === code)?.top ?? "0", code) })}
              </small>
            </label>
          ))}
        </div>
        <Sectors sectors={fields.sectors} onChange={sectors => change({ sectors })} />
        <p className="muted" role="status">
          {sent ? t("wheel.sent") : t("wheel.total", { n: count(ticketsOf(fields)) })}
        </p>
        {problem && (
          <p className="bad" role="alert">
            {t.in("refused", problem.key)}
          </p>
        )}
      </div>
      {!problem && <WheelPrizes name={t("wheel.draft")} {...draft} />}
      <div className="row end pad">
        <Decide
          small={false}
          action={t("wheel.send")}
          title={t("wheel.send_title")}
          text={t("wheel.send_text")}
          asksReason
          disabled={problem !== null}
          onDecide={async reason => {
            await call(draftWheelPrizes, { body: { ...bodyOf(fields), reason } });
            setSent(true);
            onSent();
          }}
        />
      </div>
    </Panel>
  );
}

interface SectorsProps {
  readonly sectors: DraftFields["sectors"];
  onChange(sectors: DraftFields["sectors"]): void;
}

function Sectors({ sectors, onChange }: SectorsProps) {
  const { t } = useTranslation("office");
  const set = (key: string, change: Partial<DraftFields["sectors"][number]>) =>
    onChange(sectors.map(each => (each.key === key ? { ...each, ...change } : each)));
  return (
    <>
      {sectors.map(({ key, of, odds }, index) => {
        const n = String(index + 1);
        return (
          <fieldset key={key} className="row sector">
            <legend className="sr-only">{t("wheel.sector", { n })}</legend>
            <label className="field grow">
              {t("wheel.share")}
              <input
                inputMode="numeric"
                autoComplete="off"
                value={of}
                onChange={event => set(key, { of: event.target.value })}
              />
            </label>
            <label className="field grow">
              {t("wheel.tickets")}
              <input
                inputMode="numeric"
                autoComplete="off"
                value={odds}
                onChange={event => set(key, { odds: event.target.value })}
              />
            </label>
            <button
              type="button"
              className="btn"
              aria-label={t("wheel.remove", { n })}
              title={t("wheel.remove", { n })}
              onClick={() => onChange(sectors.filter(each => each.key !== key))}
            >
              ×
            </button>
          </fieldset>
        );
      })}
      <div>
        <button
          type="button"
          className="btn s"
          disabled={sectors.length >= mostSectors}
          onClick={() => onChange([...sectors, { key: crypto.randomUUID(), of: "", odds: "" }])}
        >
          {t("wheel.add")}
        </button>
      </div>
    </>
  );
}
