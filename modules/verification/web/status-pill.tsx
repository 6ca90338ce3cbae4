import { useTranslation } from "#kit/web/texts.tsx";
import { shownStatus, type VerificationStatus } from "../shared/status.ts";

const variants = { pending: "tag warn l", failed: "tag live l", success: "tag signal l" } as const;

/** Pending, failed or success: the three displayed statuses. */
export function StatusPill({ status }: { status: VerificationStatus }) {
  const { t } = useTranslation("verification");
  const shown = shownStatus(status);
  return <span className={variants[shown]}>{t(`statuses.${shown}`)}</span>;
}
