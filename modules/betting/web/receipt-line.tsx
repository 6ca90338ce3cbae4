import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BettingSlip } from "../shared/contract.ts";

/** Says that the id is a slip's: ids of bets look alike, and asking for the wrong one answers 404. */
export const proofPath = (id: string): string => `/verify/${id}?slip`;

/** The receipt of a slip, and the way to its verification. */
export function ReceiptLine({ slip: { id, receipt } }: { slip: Pick<BettingSlip, "id" | "receipt"> }) {
  const { t } = useTranslation("betting");
  const href = useHref();
  return (
    <p className="slip-receipt row spread sm">
      <span className="row gap-1 muted">
        {t("proof.receipt")}
        <code className="mono" title={t("proof.receipt_hash", { hash: receipt })}>
          {`${receipt.slice(0, 6)}…${receipt.slice(-4)}`}
        </code>
        <CopyButton value={receipt} text={t("proof.copy")} done={t("proof.copied")} className="iconbtn s" />
      </span>
      <Link className="row gap-1" to={href(proofPath(id))}>
        <Icon of={ShieldCheck} size={15} />
        {t("proof.link")}
      </Link>
    </p>
  );
}
