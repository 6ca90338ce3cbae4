import { BadgeCheck, Check, CircleAlert, Hourglass } from "lucide-react";
import { useState } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ProofStep } from "../shared/proof-steps.ts";
import type { CheckedSlip } from "./use-checked-slip.ts";

const verdictIcons = { matches: BadgeCheck, pending: Hourglass, differs: CircleAlert, missing: CircleAlert };
/** CSS classes, which the verifier of rounds has too. */
const verdictClasses = { matches: "matches", pending: "not_revealed", differs: "differs", missing: "unknown" };

export function SlipVerdict({ proof, verification: { verdict, steps } }: CheckedSlip) {
  const { t } = useTranslation("betting");
  const titleOf = useStepTitle();
  const different = steps.filter(({ state }) => state === "differs").map(titleOf);
  return (
    <section className={`vf-res ${verdictClasses[verdict]}`} aria-live="polite">
      <Seal of={proof.receipt.hash} size={120} middle={verdict === "matches" ? "checked" : "none"} drawn />
      <div className="grow">
        <p className="vf-verdict">
          <Icon of={verdictIcons[verdict]} size={20} />
          {t(`proof.verdicts.${verdict}`)}
        </p>
        <p className="subdued sm">{t(`proof.reasons.${verdict}`, { steps: different.join("; ") })}</p>
      </div>
    </section>
  );
}

function useStepTitle(): (step: ProofStep) => string {
  const { t } = useTranslation("betting");
  return ({ key, subject }) => t(`proof.steps.${key}`, { subject });
}

export function ProofSteps({ steps }: { readonly steps: readonly ProofStep[] }) {
  const { t } = useTranslation("betting");
  const titleOf = useStepTitle();
  return (
    <ol className="card vf-steps">
      {steps.map((step, index) => (
        <li key={`${step.key} ${step.subject}`} className="vf-step">
          <span className="n" aria-hidden="true">
            {index + 1}
          </span>
          <div className="grow">
            <b>{titleOf(step)}</b>
            {step.line !== "" && <Computation text={step.line} />}
          </div>
          <span className={step.state === "equal" ? "tag signal" : step.state === "differs" ? "tag live" : "tag"}>
            {step.state === "equal" && <Icon of={Check} size={13} stroke={3} />}
            {t(`proof.states.${step.state}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}

const shortLine = 160;

/** A computation by its beginning until it is pressed. */
function Computation({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || text.length <= shortLine ? text : `${text.slice(0, shortLine)}…`;
  return (
    <button type="button" className="hx" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {shown}
    </button>
  );
}
