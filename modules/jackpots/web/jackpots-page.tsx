import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { type JackpotView, listJackpots, listOwnEntries, type WinView } from "../shared/contract.ts";
import { OwnTable, WinsTable } from "./entry-tables.tsx";
import { JackpotCard } from "./jackpot-card.tsx";
import { usePots } from "./use-pots.ts";
import "./jackpots.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["jackpots", "lobby"] };

/** How often wins and own entries are read again. */
const readMs = 15_000;

interface Loaded {
  readonly jackpots: JackpotView[];
  readonly wins: WinView[];
}

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const answer = await context.get(requestContext).get("/api/v1/jackpots");
  return answer.status === 200 ? (answer.body as { data: Loaded }).data : { jackpots: [], wins: [] };
}

/** The pots as they grow, who won them, and how each entry can be checked. */
export default function JackpotsPage() {
  const { t } = useTranslation("jackpots");
  const first = useLoaderData<typeof loader>();
  const { data = first } = useQuery(listJackpots, {}, { pollMs: readMs });
  const jackpots = usePots(data.jackpots);
  const kinds = new Set(jackpots.map(({ kind }) => kind));
  return (
    <div className="jp">
      <PageHead title={t("page.title")} description={t("page.lead")} noIndex={jackpots.length === 0} />
      <div className="section-head">
        <h1 className="display">{t("page.title")}</h1>
      </div>
      <p className="muted">{t("page.lead")}</p>
      {jackpots.length === 0 && (
        <div className="empty">
          <Seal of="jackpots" size={150} points={220} />
          <p>{t("page.none")}</p>
        </div>
      )}
      {jackpots.length > 0 && (
        <>
          <h2 className="sr-only">{t("page.pots")}</h2>
          <div className="jp-cards">
            {jackpots.map(jackpot => (
              <JackpotCard key={jackpot.id} jackpot={jackpot} />
            ))}
          </div>
        </>
      )}
      <Own />
      <section className="card">
        <h2 className="display">{t("page.wins")}</h2>
        <WinsTable wins={data.wins} />
      </section>
      <section className="card jp-rules">
        <h2 className="display">{t("page.rules")}</h2>
        <p>{t("rules.feed")}</p>
        {kinds.has("must_hit_by") && <p>{t("rules.must_hit_by")}</p>}
        {kinds.has("random") && <p>{t("rules.random")}</p>}
        <p>{t("rules.word")}</p>
        <p>{t("rules.chain")}</p>
        <p>{t("rules.paid")}</p>
      </section>
    </div>
  );
}

function Own() {
  const { t } = useTranslation("jackpots");
  const isPlayer = useSession(state => state.status === "player");
  const currency = useSession(state => state.user?.currency ?? null);
  const { data } = useQuery(listOwnEntries, {}, { enabled: isPlayer, pollMs: readMs });
  if (!isPlayer || !data || currency === null) return null;
  return (
    <section className="card">
      <h2 className="display">{t("page.own")}</h2>
      <OwnTable entries={data} currency={currency} />
    </section>
  );
}
