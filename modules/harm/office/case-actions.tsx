import { useTranslation } from "#kit/web/texts.tsx";
import { timeOutDays } from "#modules/limits/shared/breaks.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { caseOutcomes } from "../shared/interactions.ts";
import { claimHarmCase, closeHarmCase, contactPlayer, type HarmCase, pausePlayer } from "./contract.ts";

/** What may be done with an open case: it is claimed first. */
export function CaseActions({ of, onDone }: { readonly of: HarmCase; onDone(): void }) {
  const { t } = useTranslation("office");
  const params = { id: of.id };
  const done = async (work: Promise<unknown>) => {
    await work;
    onDone();
  };
  const claim = (
    <Decide
      action={t(of.claimed_by === null ? "harm.claim" : "harm.take_over")}
      claims
      title={t(of.claimed_by === null ? "harm.claim_title" : "harm.take_over_title", { name: of.claimed_by ?? "" })}
      primary
      onDecide={() => done(call(claimHarmCase, { params }))}
    />
  );
  if (!of.mine) return <p className="row pad">{claim}</p>;
  const contact = (kind: "message" | "call") => (_reason: string, _key: string, given: FormData) => {
    const reply = String(given.get("reply") ?? "").trim();
    const body = { kind, text: String(given.get("text") ?? ""), ...(reply !== "" && { reply }) };
    return done(call(contactPlayer, { params, body }));
  };
  return (
    <div className="row wrap pad">
      <Decide
        action={t("harm.write")}
        title={t("harm.write_title")}
        text={t("harm.write_text")}
        primary
        onDecide={contact("message")}
      >
        <Lines name="text" label={t("harm.text")} required />
      </Decide>
      <Decide action={t("harm.call")} title={t("harm.call_title")} onDecide={contact("call")}>
        <Lines name="text" label={t("harm.text")} required />
        <Lines name="reply" label={t("harm.reply")} />
      </Decide>
      <Decide
        action={t("harm.pause")}
        title={t("harm.pause_title")}
        text={t("harm.pause_text")}
        asksReason
        dangerous
        onDecide={(reason, _key, given) => {
          const days = timeOutDays.find(each => String(each) === given.get("days")) ?? 1;
          return done(call(pausePlayer, { params, body: { days, reason } }));
        }}
      >
        <label className="field">
          {t("harm.days")}
          <select name="days">
            {timeOutDays.map(days => (
              <option key={days} value={days}>
                {days}
              </option>
            ))}
          </select>
        </label>
      </Decide>
      <Decide
        action={t("harm.close")}
        title={t("harm.close_title")}
        asksReason
        onDecide={(reason, _key, given) => {
          const outcome = caseOutcomes.find(each => each === given.get("outcome")) ?? "no_change";
          return done(call(closeHarmCase, { params, body: { outcome, reason } }));
        }}
      >
        <label className="field">
          {t("harm.outcome")}
          <select name="outcome">
            {caseOutcomes.map(outcome => (
              <option key={outcome} value={outcome}>
                {t(`harm.outcomes.${outcome}`)}
              </option>
            ))}
          </select>
        </label>
      </Decide>
    </div>
  );
}

function Lines({ name, label, required = false }: { name: string; label: string; required?: boolean }) {
  return (
    <label className="field">
      {label}
      <textarea name={name} required={required} minLength={3} maxLength={2_000} rows={4} />
    </label>
  );
}
