import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Publication } from "../shared/contract.ts";
import { OwnPosition } from "./own-position.tsx";
import "./solvency.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["solvency"] };

/** The latest publication of each currency. */
export async function loader({ context }: LoaderFunctionArgs): Promise<readonly Publication[]> {
  const answer = await context.get(requestContext).get("/api/v1/solvency");
  const all = answer.status === 200 ? (answer.body as { data: Publication[] }).data : [];
  return all.filter(({ currency, number }) => !all.some(other => other.currency === currency && other.number > number));
}

/** What we owe players, and the player's own leaf, verified in the browser. */
export default function SolvencyPage() {
  const { t } = useTranslation("solvency");
  const publications = useLoaderData<typeof loader>();
  return (
    <div className="col gap-4 solvency">
      <PageHead title={t("title")} description={t("description")} />
      <div className="section-head">
        <h1 className="display">{t("title")}</h1>
      </div>
      <p className="muted lead">{t("lead")}</p>
      {publications.length === 0 && <p className="note">{t("none")}</p>}
      <ul className="sums">
        {publications.map(publication => (
          <li key={publication.currency}>
            <Published of={publication} />
          </li>
        ))}
      </ul>
      <OwnPosition />
      <section className="card how">
        <h2 className="display">{t("how")}</h2>
        <p>{t("how_text")}</p>
        <code>{t("formula_leaf")}</code>
        <code>{t("formula_node")}</code>
        <p className="sm muted">{t("units")}</p>
        <p className="sm muted">{t("limits")}</p>
      </section>
    </div>
  );
}

function Published({ of: { currency, taken_at, players, total, root, chain } }: { of: Publication }) {
  const { t } = useTranslation("solvency");
  const language = languageOf(useLocale());
  return (
    <section className="card" aria-label={currency}>
      <div className="row spread sm muted">
        <b>{currency}</b>
        <time dateTime={taken_at}>{showDayAndTime(taken_at, language, { timeZone: "UTC" })} UTC</time>
      </div>
      <div className="display total">{showMoney(parseDecimal(total), currency as Currency, language)}</div>
      <p className="sm muted">{t("players", { count: `${players}` })}</p>
      <Hash name={t("root")} value={root} />
      <Hash name={t("chain")} value={chain} />
    </section>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation("solvency");
  return (
    <div className="row hashline">
      <span className="sm muted">{name}</span>
      <code className="ellipsis" title={value}>
        {value}
      </code>
      <CopyButton value={value} text={`${t("copy")}: ${name}`} done={t("copied")} />
    </div>
  );
}
