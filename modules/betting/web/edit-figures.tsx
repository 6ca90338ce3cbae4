import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getBettingSlip } from "../shared/contract.ts";
import type { EditedSlip } from "./edited-slip.ts";

const pollMs = 2_000;

/** What the bet that is being edited pays now; null while it cannot be edited, undefined until it is known. */
export function useEditOffer(of: EditedSlip | null): string | null | undefined {
  const { data, error } = useQuery(getBettingSlip, { params: { id: of?.id ?? "" } }, { enabled: of !== null, pollMs });
  if (error) return null;
  return data && data.id === of?.id ? data.cash_out : undefined;
}

interface EditFiguresProps {
  readonly offer: string | null | undefined;
  /** Stake of the new bet; undefined while there is none. */
  readonly stake: Micros | undefined;
  money(amount: Micros): string;
}

/** What an edit moves: the cash-out of the old bet against the stake of the new one. */
export function EditFigures({ offer, stake, money }: EditFiguresProps) {
  const { t } = useTranslation("betting");
  if (offer === undefined) return null;
  if (offer === null)
    return (
      <p className="note warn sm" role="alert">
        {t("edit.unavailable")}
      </p>
    );
  const paid = parseDecimal(offer);
  const owed = (stake ?? 0n) - paid;
  return (
    <dl className="slip-figures">
      <dt>{t("edit.old")}</dt>
      <dd className="num">{money(paid)}</dd>
      {stake !== undefined && (
        <>
          <dt>{t(owed > 0n ? "edit.pay" : "edit.back")}</dt>
          <dd className="num">{money(micros(owed > 0n ? owed : -owed))}</dd>
        </>
      )}
    </dl>
  );
}
