import { useEffect } from "react";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { sinceEntry } from "./entry.ts";
import { useSession } from "./session.ts";

const told = "last-login-told";

/** Whoever has just come in is told once when he was here before: a stranger's login is noticed by it. */
export function useLastLogin(): void {
  const { t } = useTranslation("accounts");
  const { moment } = useDates();
  const before = useSession(state => state.user?.last_login_at ?? null);
  useEffect(() => {
    if (before === null || sinceEntry(Date.now()) === null || sessionStorage.getItem(told) === before) return;
    sessionStorage.setItem(told, before);
    notify({ kind: "info", lines: [t("auth.last_login", { time: moment(before) })] });
  }, [before, moment, t]);
}
