import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { BetsCard } from "./bets-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";

/** Every bet of the active currency and every payment, page by page. */
export default function HistoryPage() {
  const { t } = useTranslation("content");
  return (
    <>
      <PageHead title={t("profile.history")} noIndex />
      <BetsCard />
      <PaymentsCard />
    </>
  );
}
