import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { BookTabs } from "./book-tabs.tsx";
import { MySlips } from "./my-slips.tsx";
import { type Overview, readOverview } from "./sportsbook-data.ts";
import { WithSlip } from "./with-slip.tsx";
import "#modules/odds/web/betting.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["odds", "betting", "bets"] };

export async function loader({ context }: LoaderFunctionArgs): Promise<{ readonly overview: Overview | null }> {
  return { overview: await readOverview(context.get(requestContext)) };
}

/** The player's own bets on a page of their own: open ones with their current state, settled ones with their reasons. */
export default function MyBetsPage() {
  const { t } = useTranslation("betting");
  const { overview } = useLoaderData<typeof loader>();
  return (
    <WithSlip>
      <div className="bet-page">
        <PageHead title={t("slip.mine")} noIndex />
        <SportNav sports={overview?.sports ?? []} />
        <div className="bet-main">
          <h1 className="display bet-title">{t("slip.mine")}</h1>
          <BookTabs />
          <MySlips />
        </div>
      </div>
    </WithSlip>
  );
}
