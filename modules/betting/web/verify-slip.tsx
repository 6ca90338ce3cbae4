import "#modules/fairness/web/verify.css";
import "./slip.css";
import { Download, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getSlipProof } from "../shared/proof-contract.ts";
import { readReceipt } from "../shared/verify-receipt.ts";
import { SlipFacts } from "./slip-facts.tsx";
import { ProofSteps, SlipVerdict } from "./slip-verdict.tsx";
import { saveProof, useCheckedSlip } from "./use-checked-slip.ts";

/** A slip, verified on this device. `otherwise` is shown when there is no slip of this id. */
export default function VerifySlip({ id, otherwise }: { readonly id: string; readonly otherwise: ReactNode }) {
  const { t } = useTranslation("betting");
  const { data: proof, error, refetch } = useQuery(getSlipProof, { params: { id } }, { fresh: true });
  const checked = useCheckedSlip(proof);
  if (error instanceof ApiError && error.status === 404) return otherwise;
  const receipt = proof && readReceipt(proof.receipt, "slip");
  return (
    <>
      <div className="vf-head">
        <div>
          <h1>{t("proof.title")}</h1>
          <p className="muted">{t("proof.lead")}</p>
        </div>
        {checked && (
          <Button variant="outline" onClick={() => saveProof(checked)}>
            <Icon of={Download} size={18} />
            {t("proof.save")}
          </Button>
        )}
      </div>
      <div className="vf">
        <section className="panel" aria-label={t("proof.title")}>
          {receipt && <SlipFacts proof={proof} receipt={receipt} />}
          <Button variant="primary" size="l" wide disabled={!checked && !error} onClick={() => void refetch()}>
            <Icon of={ShieldCheck} size={20} />
            {t(checked || error ? "proof.again" : "proof.loading")}
          </Button>
          <p className="muted sm">{t("proof.terminal")}</p>
        </section>
        <div className="col gap-3 vf-right">
          {checked ? (
            <>
              <SlipVerdict {...checked} />
              <ProofSteps steps={checked.verification.steps} />
            </>
          ) : (
            <div className="card empty vf-wait" role="status">
              <Seal of="5be24f90aa1763cd" size={120} />
              <p>{t(error ? "proof.failed" : "proof.loading")}</p>
            </div>
          )}
        </div>
      </div>
    </>
  );
}
