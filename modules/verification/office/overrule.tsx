import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { checklistOf, checks } from "../shared/checklist.ts";
import { type Decision, decisionOf, decisions } from "../shared/status.ts";
import { type IdentityCheck, overruleCase, whys } from "./contract.ts";
import { WhyOptions } from "./why-options.tsx";

interface OverruleProps {
  readonly id: string;
  readonly of: IdentityCheck;
}

/** What was decided and by whom; a decided check can be decided otherwise by two operators. */
export function CaseDecisions({ id, of }: OverruleProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [request, setRequest] = useState<string>();
  const former = decisionOf(of.status);
  return (
    <Panel
      title={t("kyc.past_decisions")}
      aside={former && may("kyc.decide") && <Overrule id={id} of={of} former={former} onAsked={setRequest} />}
    >
      <AskedNote request={request} />
      <dl className="facts">
        {of.decisions.map(({ at, decision, by, operator, asked_by }) => (
          <div key={`${at} ${decision}`}>
            <dt>
              <Moment at={at} brief />
            </dt>
            <dd>
              {t(`kyc.decisions.${decision}`)}
              <br />
              <small className="muted">
                {operator ?? t(`kyc.by.${by}`)}
                {asked_by !== null && `, ${t("kyc.asked_by", { name: asked_by })}`}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

interface AskProps extends OverruleProps {
  readonly former: Decision;
  onAsked(request: string): void;
}

function Overrule({ id, of, former, onAsked }: AskProps) {
  const { t } = useTranslation("office");
  const others = decisions.filter(each => each !== former);
  const [decision, setDecision] = useState(others[0] ?? "more");
  const asked = checklistOf(of.documents.map(({ kind }) => kind));
  return (
    <Decide
      action={t("kyc.overrule")}
      title={t("kyc.overrule_title")}
      text={t("kyc.overrule_text")}
      asksReason
      dangerous
      onDecide={async (reason, _key, given) => {
        const why = whys.find(each => each === given.get("why")) ?? null;
        const confirmed = checks.filter(check => given.getAll("checks").includes(check));
        const body = { decision, why, checks: confirmed, reason };
        const { data } = await call(overruleCase, { params: { id }, body });
        onAsked(data.request);
      }}
    >
      <label className="field">
        {t("kyc.new_decision")}
        <select className="pick" value={decision} onChange={event => setDecision(event.target.value as Decision)}>
          {others.map(each => (
            <option key={each} value={each}>
              {t(`kyc.decisions.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {decision === "approved" ? (
        <fieldset className="checks kyc-checks">
          <legend className="muted sm">{t("kyc.checklist")}</legend>
          {asked.map(check => (
            <label key={check} className="row">
              <input type="checkbox" name="checks" value={check} />
              {t(`kyc.checks.${check}`)}
            </label>
          ))}
        </fieldset>
      ) : (
        <label className="field">
          {t("kyc.why")}
          <select className="pick" name="why">
            <WhyOptions />
          </select>
        </label>
      )}
    </Decide>
  );
}
