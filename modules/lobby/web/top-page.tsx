import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LiveBetRow } from "#modules/bets/shared/contract.ts";
import { WinTable } from "./wins.tsx";
import "./home.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["pages"] };

interface Tops {
  readonly wins: readonly LiveBetRow[];
  readonly stakes: readonly LiveBetRow[];
}

/** The largest multipliers and the largest stakes of the last 24 hours, or none. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Tops> {
  const { get } = context.get(requestContext);
  const [wins, stakes] = await Promise.all([get("/api/v1/bets/latest"), get("/api/v1/bets/high-stakes")]);
  const rowsOf = ({ status, body }: typeof wins) => (status === 200 ? (body as { data: LiveBetRow[] }).data : []);
  return { wins: rowsOf(wins), stakes: rowsOf(stakes) };
}

export default function TopPage() {
  const { t } = useTranslation("lobby", "pages");
  const { wins, stakes } = useLoaderData<typeof loader>();
  return (
    <div className="col gap-4">
      <PageHead title={t("menu.top")} description={t("pages:top.lead")} />
      <div className="section-head">
        <h1 className="display">{t("menu.top")}</h1>
      </div>
      <p className="muted">{t("pages:top.lead")}</p>
      <div className="tops">
        <section className="card mobile-clip wins">
          <h2 className="display">{t("pages:top.lucky")}</h2>
          {wins.length === 0 ? <NoBets text={t("home.no_wins")} /> : <WinTable rows={wins} />}
        </section>
        <section className="card mobile-clip wins">
          <h2 className="display">{t("pages:top.rollers")}</h2>
          {stakes.length === 0 ? <NoBets text={t("pages:top.no_stakes")} /> : <WinTable rows={stakes} by="stake" />}
        </section>
      </div>
    </div>
  );
}

function NoBets({ text }: { text: string }) {
  const { t } = useTranslation("pages");
  return (
    <div className="empty">
      <Seal of="70b0" size={72} />
      <p className="muted">{text}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={useHref()("/games")}>
        {t("top.play")}
      </Link>
    </div>
  );
}
