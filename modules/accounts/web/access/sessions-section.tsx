import { Monitor, Smartphone, Tablet } from "lucide-react";
import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
} from "#modules/accounts/shared/sessions-contract.ts";
import "./access.css";

const pictures = { phone: Smartphone, tablet: Tablet, desktop: Monitor } as const;

/** The player's sessions, and how to end them. */
export function SessionsSection() {
  const { t } = useTranslation("accounts");
  const { sessions, failed, load, end, endOthers } = useSessions();
  const others = sessions?.some(session => !session.current) === true;
  return (
    <section className="card access">
      <h2 className="display">{t("access.sessions")}</h2>
      <p className="muted sm">{t("access.sessions_note")}</p>
      {failed && (
        <p role="alert">
          {t("access.failed")} <Button onClick={() => void load()}>{t("access.again")}</Button>
        </p>
      )}
      {!sessions && !failed && <Skeleton height={120} />}
      <ul className="access-list">
        {sessions?.map(session => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {others && (
        <div>
          <Button onClick={() => void endOthers()}>{t("access.end_others")}</Button>
        </div>
      )}
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => Promise<void> }) {
  const { t } = useTranslation("accounts");
  const [busy, setBusy] = useState(false);
  const device = [session.browser, session.system].filter(Boolean).join(", ") || t("access.unknown_device");
  const { moment } = useDates();
  return (
    <li>
      <Icon of={pictures[session.kind]} />
      <div className="what">
        <b>
          {device} {session.current && <span className="tag signal">{t("access.this_one")}</span>}
        </b>
        <span className="muted sm">
          {[session.country_name, session.ip, session.host.replace(/^api\./, "")].filter(Boolean).join(", ")}
        </span>
        <span className="muted sm">{t("access.seen", { time: moment(session.seen_at) })}</span>
      </div>
      {!session.current && (
        <Button
          size="s"
          busy={busy}
          aria-label={t("access.end_of", { device })}
          onClick={() => {
            setBusy(true);
            void onEnd().finally(() => setBusy(false));
          }}
        >
          {t("access.end")}
        </Button>
      )}
    </li>
  );
}

function useSessions() {
  const { lines } = useErrorTexts("accounts");
  const { data: sessions, isError, refetch } = useQuery(listSessions, {});
  const one = useMutation(endSession, { invalidates: [listSessions] });
  const others = useMutation(endOtherSessions, { invalidates: [listSessions] });
  const orNotify = (error: unknown) => notify({ kind: "error", lines: lines(error) });
  return {
    sessions,
    failed: isError,
    load: refetch,
    end: async (id: string) => void (await one.mutate({ params: { id } }).catch(orNotify)),
    endOthers: () => others.mutate({}).catch(orNotify),
  };
}
