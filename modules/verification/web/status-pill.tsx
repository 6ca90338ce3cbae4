import { useTranslation } from "#kit/web/texts.tsx";
import { shownStatus, type VerificationStatus } from "../shared/status.ts";

const looks = { pending: "tag warn l", failed: "tag live l", success: "tag sig l" } as const;

/** Pending, failed or success; nothing before anything was begun or asked for. */
export function StatusPill({ status, isNeed }: { status: VerificationStatus; isNeed: boolean }) {
  const { t } = useTranslation("verification");
  if (status === "init" && !isNeed) return <span className="tag l">{t("statuses.none")}</span>;
  const shown = shownStatus(status);
  return <span className={looks[shown]}>{t(`statuses.${shown}`)}</span>;
}
