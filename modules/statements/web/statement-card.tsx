import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { BalancesView } from "../shared/contract.ts";
import { DownloadButton } from "./download-button.tsx";
import { type ShowSum, StatementTable } from "./statement-table.tsx";
import { type StatementQuery, useStatement } from "./use-statement.ts";

/** The totals of a period and its movements. */
export function StatementCard({ query, name }: { query: StatementQuery; name: string }) {
  const { t } = useTranslation("statements");
  const { statement, failed, reading, more, again } = useStatement(query);
  const show = useShowSum(query.currency);
  if (failed && !statement)
    return (
      <div className="empty">
        <p role="alert">{t("failed")}</p>
        <Button onClick={again}>{t("again")}</Button>
      </div>
    );
  if (!statement) return <Skeleton height={340} />;
  const { opening, closing, net_deposits, items } = statement;
  return (
    <>
      <dl className="sums">
        <Sum name={t("opening")} balances={opening} show={show} />
        <Sum name={t("closing")} balances={closing} show={show} />
        <div>
          <dt>{t("net_deposits")}</dt>
          <dd className="display">{show(net_deposits)}</dd>
          <dd className="xs muted">{t("net_note")}</dd>
        </div>
      </dl>
      {items.length === 0 ? <p className="muted sm">{t("none")}</p> : <StatementTable items={items} show={show} />}
      {failed && (
        <p className="note warn" role="alert">
          {t("failed")}
        </p>
      )}
      <div className="row spread feet">
        {more ? (
          <Button size="s" variant="ghost" busy={reading} onClick={more}>
            {t("more")}
          </Button>
        ) : (
          <span />
        )}
        <DownloadButton query={query} name={name} />
      </div>
    </>
  );
}

function useShowSum(currency: string): ShowSum {
  const language = languageOf(useLocale());
  return (sum, signed = false) => showMoney(parseDecimal(sum), currency as Currency, language, { signed });
}

/** Real money, and below it the vault or a bonus, where there is any. */
function Sum({ name, balances, show }: { name: string; balances: BalancesView; show: ShowSum }) {
  const { t } = useTranslation("statements");
  return (
    <div>
      <dt>{name}</dt>
      <dd className="display">{show(balances.balance)}</dd>
      {(["bonus", "vault"] as const).map(kind => {
        const sum = balances[`${kind}_balance`];
        return sum === "0" ? null : (
          <dd key={kind} className="xs muted">
            {t(kind, { sum: show(sum) })}
          </dd>
        );
      })}
    </div>
  );
}
