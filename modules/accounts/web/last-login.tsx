import { Suspense, useEffect, useState } from "react";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { sinceEntry } from "./entry.ts";
import { useSession } from "./session.ts";

const shownKey = "last-login-told";

/** Shows the time of the previous login once after signing in, so that players notice a stranger's login. */
export function LastLogin() {
  const before = useSession(state => state.user?.last_login_at ?? null);
  const [due, setDue] = useState<string | null>(null);
  useEffect(() => {
    if (before === null || sinceEntry(Date.now()) === null || sessionStorage.getItem(shownKey) === before) return;
    sessionStorage.setItem(shownKey, before);
    setDue(before);
  }, [before]);
  if (due === null) return null;
  return (
    <Suspense>
      <Notice key={due} at={due} />
    </Suspense>
  );
}

/** Mounted only when there is something to show: other pages load no texts for it. */
function Notice({ at }: { at: string }) {
  const { t } = useTranslation("accounts");
  const { moment } = useDates();
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once
  useEffect(() => notify({ kind: "info", lines: [t("auth.last_login", { time: moment(at) })] }), []);
  return null;
}
