import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getOwnPack, type WelcomePack } from "../shared/contract.ts";
import { PackExplained } from "./pack-explained.tsx";
import { GuestPack, OwnPackView } from "./pack-view.tsx";
import "./welcome.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["welcome-pack", "lobby"] };

/** The current pack for new players, or an empty list. */
export async function loader({ context }: LoaderFunctionArgs): Promise<readonly WelcomePack[]> {
  const answer = await context.get(requestContext).get("/api/v3/welcome-pack/get-welcome-packs-guest");
  return answer.status === 200 ? (answer.body as { data: WelcomePack[] }).data : [];
}

/** Shows guests the current pack, and players the pack they were offered, step by step. */
export default function WelcomePage() {
  const { t } = useTranslation("welcome-pack");
  const [pack] = useLoaderData<typeof loader>();
  const isPlayer = useSession(state => state.status === "player");
  return (
    <div className="wp">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      {isPlayer ? <Own /> : pack ? <GuestPack pack={pack} /> : <None text={t("page.none")} />}
    </div>
  );
}

function Own() {
  const { t } = useTranslation("welcome-pack");
  // A deposit may be credited, or a bonus may end, while the page is open.
  const { data: pack, error, refetch } = useQuery(getOwnPack, {}, { pollMs: 10_000 });
  if (pack) return <OwnPackView pack={pack} onEnd={() => void refetch()} />;
  if (error) return <None text={t("page.failed")} />;
  if (pack === undefined)
    return (
      <>
        <h1 className="sr-only">{t("page.title")}</h1>
        <Skeleton height={420} />
      </>
    );
  return <None text={t("page.not_new")} />;
}

function None({ text }: { readonly text: string }) {
  const { t } = useTranslation("welcome-pack");
  const href = useHref();
  return (
    <>
      <h1 className="display">{t("page.title")}</h1>
      <div className="empty">
        <Seal of="welcome pack" size={150} points={220} />
        <p>{text}</p>
        <div className="row">
          <Link className={buttonClass({ variant: "secondary" })} to={href("/games")}>
            {t("page.games")}
          </Link>
          <Link className={buttonClass({ variant: "secondary" })} to={href("/bonuses")}>
            {t("page.bonuses")}
          </Link>
        </div>
      </div>
      <PackExplained games={[]} />
    </>
  );
}
