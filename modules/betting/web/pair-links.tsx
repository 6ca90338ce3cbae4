import { Link } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BettingSlip } from "../shared/contract.ts";
import { proofPath } from "./receipt-line.tsx";

/** The bets before and after an edit, each with its verification. */
export function PairLinks({ slip: { replaces, replaced_by: into } }: { readonly slip: BettingSlip }) {
  const { t } = useTranslation("betting");
  const href = useHref();
  if (replaces === null && into === null) return null;
  return (
    <p className="row wrap gap-2 sm">
      {replaces !== null && <Link to={href(proofPath(replaces))}>{t("edit.replaces")}</Link>}
      {into !== null && <Link to={href(proofPath(into))}>{t("edit.replaced_by")}</Link>}
    </p>
  );
}
