import { Mark } from "#kit/ui/mark.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

export const handle = { texts: ["pages"] };

/** The whole site for visitors of a region that is blocked: no navigation, nothing to play. */
export default function NoAccessPage() {
  const { t } = useTranslation("lobby", "pages");
  return (
    <main className="empty" id="main">
      <PageHead title={t("pages:no_access.title")} noIndex />
      <span className="logo">
        <Mark />
        Fairhouse
      </span>
      <Seal of="no-access" size={150} points={220} />
      <h1>{t("pages:no_access.title")}</h1>
      <p>{t("pages:no_access.text")}</p>
    </main>
  );
}
