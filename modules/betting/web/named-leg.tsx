import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import type { OutcomeName } from "#modules/odds/web/selections.ts";
import { useOutcome } from "./slip-leg.tsx";

interface NamedLegProps {
  readonly of: OutcomeName;
  /** Null: no bet is taken on it. */
  readonly price: string | null;
  /** Between the names and the price. */
  readonly children?: ReactNode;
}

/** An outcome by its names, and a price. */
export function NamedLeg({ of, price, children }: NamedLegProps) {
  const { t } = useTranslation("odds");
  const found = useOutcome(of, false);
  return (
    <li className="slip-leg">
      <span className="grow">
        <b>{found?.name ?? of.outcome}</b>
        {found && (
          <span className="sm muted">
            {found.market}, {[found.event.home?.name, found.event.away?.name].filter(Boolean).join(" – ")}
          </span>
        )}
      </span>
      {children}
      {price === null ? (
        <Lock size={15} role="img" aria-label={t("page.suspended")} />
      ) : (
        <span className="slip-price num">
          <b>
            <PriceText of={price} />
          </b>
        </span>
      )}
    </li>
  );
}
