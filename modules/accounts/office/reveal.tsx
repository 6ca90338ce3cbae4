import { useEffect } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { personalFields, type RevealedView, readRevealed, revealPlayer } from "./contract.ts";

/** Personal data of a player: masked until the operator reveals some of it with a reason, for ten minutes. */
export function Reveal({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const revealed = useOfficeQuery(readRevealed, { params: { id } });
  const data = revealed.data?.data;
  const { reload } = revealed;
  const seconds = data?.seconds ?? 0;
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(reload, (seconds + 1) * 1000);
    return () => clearTimeout(timer);
  }, [seconds, reload]);
  const reveal = async (reason: string, _key: string, given: FormData) => {
    const fields = personalFields.filter(field => given.has(field));
    await call(revealPlayer, { params: { id }, body: { fields, reason } });
    reload();
  };
  return (
    <Panel
      title={t("reveal.title")}
      aside={
        <Decide
          action={t("reveal.action")}
          title={t("reveal.dialog")}
          text={t("reveal.text")}
          asksReason
          onDecide={reveal}
        >
          <fieldset className="field checks">
            <legend>{t("reveal.fields")}</legend>
            {personalFields.map((field, index) => (
              <label key={field} className="row">
                <input type="checkbox" name={field} defaultChecked={index === 0 || data?.fields.includes(field)} />
                {t(`reveal.${field}`)}
              </label>
            ))}
          </fieldset>
        </Decide>
      }
    >
      {data && seconds > 0 ? <Shown data={data} /> : <p className="note muted">{t("reveal.masked")}</p>}
    </Panel>
  );
}

function Shown({ data: { fields, values, seconds } }: { data: RevealedView }) {
  const { t } = useTranslation("office");
  return (
    <>
      <dl className="facts" aria-live="polite">
        {fields.map(field => (
          <div key={field}>
            <dt>{t(`reveal.${field}`)}</dt>
            <dd>{textOf(values[field])}</dd>
          </div>
        ))}
      </dl>
      <p className="note muted">{t("reveal.left", { count: Math.ceil(seconds / 60) })}</p>
    </>
  );
}

function textOf(value: string | null | readonly string[]): string {
  if (value === null || value.length === 0) return "—";
  return typeof value === "string" ? value : value.join(", ");
}
