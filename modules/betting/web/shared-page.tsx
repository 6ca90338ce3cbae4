import { useState } from "react";
import { data, type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { Button } from "#kit/ui/button.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import type { getShare } from "../shared/share-contract.ts";
import { BookTabs } from "./book-tabs.tsx";
import { NamedLeg } from "./named-leg.tsx";
import { type Selection, slipStore } from "./slip-store.ts";
import { type Overview, readOverview } from "./sportsbook-data.ts";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export const shouldRevalidate = () => false;

export const handle = { texts: ["odds", "betting", "bets"] };

type Share = RouteOutput<typeof getShare>["data"];

interface SharedData {
  readonly overview: Overview | null;
  readonly share: Share;
}

/** Throws 404 for an unknown or expired code. */
export async function loader({ context, params, request: { url } }: LoaderFunctionArgs): Promise<SharedData> {
  const request = context.get(requestContext);
  const [overview, { status, body }] = await Promise.all([
    readOverview(request),
    request.get(`/api/v1/betting/shares/${encodeURIComponent(params.code ?? "")}`),
  ]);
  if (status === 404 || status === 422) throw data({ path: new URL(url).pathname }, 404);
  if (status !== 200) throw data(null, 503);
  return { overview, share: (body as { data: Share }).data };
}

/** Selections that another player shared, at their current prices, to add to the player's own slip. */
export default function SharedPage() {
  const { t } = useTranslation("betting");
  const { overview, share } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const href = useHref();
  const [isLeaving, setLeaving] = useState(false);
  const open = share.legs.filter((leg): leg is Selection => leg.price !== null);
  function add(): void {
    slipStore.add(open);
    setLeaving(true);
    void navigate(href("/betting"));
  }
  return (
    <WithSlip>
      <div className="bet-page">
        <PageHead title={t("share.page")} description={t("share.page_note")} noIndex />
        <SportNav sports={overview?.sports ?? []} />
        <div className="bet-main">
          <h1 className="display bet-title">{t("share.page")}</h1>
          <BookTabs />
          <section className="panel shared-legs" aria-label={t("share.page")}>
            <p className="muted">{t("share.page_note")}</p>
            <ul className="slip-legs">
              {share.legs.map(leg => (
                <NamedLeg key={`${leg.event} ${leg.market} ${leg.spec} ${leg.outcome}`} of={leg} price={leg.price} />
              ))}
            </ul>
            {open.length < share.legs.length && (
              <p className="note warn">{t("share.closed", { count: share.legs.length - open.length })}</p>
            )}
            <Button variant="primary" size="l" onClick={add} disabled={open.length === 0 || isLeaving}>
              {t("share.add", { count: open.length })}
            </Button>
          </section>
        </div>
      </div>
    </WithSlip>
  );
}
