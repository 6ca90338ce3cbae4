import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LiveBetRow } from "#modules/desk/shared/contract.ts";
import { WinTable } from "./wins.tsx";
import "./home.css";

/** The largest wins of the last 24 hours as they happened, or none. */
export async function loader({ context }: LoaderFunctionArgs): Promise<readonly LiveBetRow[]> {
  const answer = await context.get(requestContext).get("/api/v1/bets/latest");
  return answer.status === 200 ? (answer.body as { data: LiveBetRow[] }).data : [];
}

export default function TopPage() {
  const { t } = useTranslation("content");
  const rows = useLoaderData<typeof loader>();
  return (
    <div className="col g4">
      <PageHead title={t("places.top")} description={t("top.lead")} />
      <div className="sec-h">
        <h1 className="d">{t("places.top")}</h1>
      </div>
      <p className="mut">{t("top.lead")}</p>
      <div className="card mcut wins">
        {rows.length === 0 ? <p className="mut none">{t("home.no_wins")}</p> : <WinTable rows={rows} />}
      </div>
    </div>
  );
}
