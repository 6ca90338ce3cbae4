import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { planFaultOf } from "../shared/plan.ts";
import { askPartnerPlan, type PartnerFileView } from "./contract.ts";
import { emptyDraft, planOf } from "./plan-of.ts";

interface PlanDraftProps {
  readonly of: PartnerFileView;
  onSent(): void;
}

/** A plan for another person to approve. */
export function PlanDraft({ of: { id, code, currency }, onSent }: PlanDraftProps) {
  const { t } = useTranslation("office");
  const [given, setGiven] = useState(emptyDraft);
  const [said, setSaid] = useState("");
  const plan = planOf(given);
  const fault = planFaultOf(plan);
  const set = (name: keyof typeof given) => (event: { target: { value: string } }) =>
    setGiven({ ...given, [name]: event.target.value });
  const send = async (reason: string) => {
    // The server checks it again: what is not a plan is refused there.
    await call(askPartnerPlan, { params: { id }, body: { plan: plan as never, reason } });
    setSaid(t("vip.asked"));
    onSent();
  };
  return (
    <Panel title={t("partners.draft")}>
      <div className="form pad">
        <label className="field">
          {t("partners.tiers")}
          <textarea value={given.tiers} onChange={set("tiers")} rows={3} />
        </label>
        <label className="field">
          {t("partners.cpa_amount", { currency })}
          <input className="num" inputMode="decimal" value={given.amount} onChange={set("amount")} />
        </label>
        {given.amount !== "" && (
          <>
            <label className="field">
              {t("partners.cpa_deposit", { currency })}
              <input className="num" inputMode="decimal" value={given.deposit} onChange={set("deposit")} />
            </label>
            <label className="field">
              {t("partners.cpa_loss", { currency })}
              <input className="num" inputMode="decimal" value={given.loss} onChange={set("loss")} />
            </label>
          </>
        )}
        <label className="field">
          {t("partners.carry")}
          <select value={given.carry} onChange={set("carry")}>
            {(["full", "none", "capped"] as const).map(kind => (
              <option key={kind} value={kind}>
                {t(`partners.carry_${kind}`)}
              </option>
            ))}
          </select>
        </label>
        {given.carry === "capped" && (
          <label className="field">
            {t("partners.carry_most", { currency })}
            <input className="num" inputMode="decimal" value={given.most} onChange={set("most")} />
          </label>
        )}
        <label className="field">
          {t("partners.sub_share")}
          <input className="num" inputMode="decimal" value={given.sub} onChange={set("sub")} />
        </label>
        <p className="muted">{t("partners.plan_rule")}</p>
        {fault && (
          <p className="bad" role="alert">
            {t(`refused.${fault}`)}
          </p>
        )}
        <p className="muted" role="status">
          {said}
        </p>
        <div className="row end">
          <Decide
            action={t("partners.ask")}
            title={t("partners.ask_title", { code })}
            text={t("partners.ask_text")}
            asksReason
            primary
            disabled={fault !== undefined}
            onDecide={send}
          />
        </div>
      </div>
    </Panel>
  );
}
