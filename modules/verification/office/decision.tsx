import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { type Check, checklistOf } from "../shared/checklist.ts";
import type { Decision as Outcome } from "../shared/status.ts";
import { decideCase, type IdentityCheck, type whys } from "./contract.ts";
import { WhyOptions } from "./why-options.tsx";

type Why = (typeof whys)[number];

interface DecisionProps {
  readonly id: string;
  readonly of: IdentityCheck;
  onDecided(): void;
}

/** The checklist of the documents, and what is decided: an approval takes all of the list, the others a reason for the player. */
export function Decision({ id, of, onDecided }: DecisionProps) {
  const { t } = useTranslation("office");
  const [why, setWhy] = useState<Why>("unreadable");
  const [confirmed, setConfirmed] = useState<readonly Check[]>([]);
  const asked = checklistOf(of.documents.map(({ kind }) => kind));
  const checks = asked.filter(check => confirmed.includes(check));
  const decide = (decision: Outcome, cause: Why | null) => async (reason: string, _key: string, given: FormData) => {
    const date = given.get("birth_date");
    const birth_date = typeof date === "string" && date !== "" ? date : null;
    await call(decideCase, { params: { id }, body: { decision, why: cause, checks, birth_date, reason } });
    onDecided();
  };
  return (
    <Panel title={t("kyc.decision")}>
      {asked.length > 0 && (
        <fieldset className="checks kyc-checks">
          <legend className="muted sm">{t("kyc.checklist")}</legend>
          {asked.map(check => (
            <label key={check} className="row">
              <input
                type="checkbox"
                checked={checks.includes(check)}
                onChange={({ target }) =>
                  setConfirmed(now => (target.checked ? [...now, check] : now.filter(each => each !== check)))
                }
              />
              {t(`kyc.checks.${check}`)}
            </label>
          ))}
        </fieldset>
      )}
      <div className="pad col">
        <Decide
          action={t("kyc.approve")}
          title={t("kyc.approve_title")}
          text={t("kyc.approve_text")}
          asksReason
          primary
          small={false}
          disabled={checks.length < asked.length}
          onDecide={decide("approved", null)}
        >
          {of.age_in_doubt && (
            <label className="col">
              {t("kyc.document_date")}
              <input type="date" name="birth_date" required />
            </label>
          )}
        </Decide>
        <label className="col sm">
          {t("kyc.why")}
          <select className="pick" value={why} onChange={event => setWhy(event.target.value as Why)}>
            <WhyOptions />
          </select>
        </label>
        <div className="row wrap">
          <Decide
            action={t("kyc.more")}
            title={t("kyc.more_title")}
            text={t(`kyc.whys.${why}`)}
            asksReason
            onDecide={decide("more", why)}
          />
          <Decide
            action={t("kyc.decline")}
            title={t("kyc.decline_title")}
            text={t(`kyc.whys.${why}`)}
            asksReason
            dangerous
            onDecide={decide("declined", why)}
          />
        </div>
      </div>
    </Panel>
  );
}
