import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getUnaccepted } from "../shared/contract.ts";
import { Unaccepted } from "./unaccepted.tsx";

export const handle = { texts: ["content"] };

/** The policies that a player has to accept. */
export default function TermsPage() {
  const { t } = useTranslation("content");
  const status = useSession(state => state.status);
  return (
    <div className="prose">
      <PageHead title={t("changed")} description={t("why")} noIndex />
      <h1>{t("changed")}</h1>
      {status === "player" ? <Policies /> : <p className="note">{t("sign_in")}</p>}
    </div>
  );
}

function Policies() {
  const { t } = useTranslation("content");
  const language = useLocale();
  const { data } = useQuery(getUnaccepted, { query: { language } });
  if (!data) return <Skeleton height={240} />;
  if (data.length === 0)
    return (
      <p className="note" role="status">
        {t("accepted")}
      </p>
    );
  return (
    <>
      <p>{t("why")}</p>
      {data.map(policy => (
        <Unaccepted key={policy.key} policy={policy} />
      ))}
    </>
  );
}
