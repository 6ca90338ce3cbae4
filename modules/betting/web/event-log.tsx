import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { nobleHashes } from "#kit/fair/noble.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { Icon } from "#kit/ui/icon.tsx";
import type { RootData } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getEventLogHead } from "#modules/odds/shared/proof-contract.ts";

/** What anyone can check an event with: its log, the head of the chain, and the seed that a simulated match was played from. */
export function EventLog({ event }: { event: string }) {
  const { t } = useTranslation("betting");
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="event-log" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("proof.log.title")}</summary>
      <p className="muted sm">{t("proof.log.lead")}</p>
      {isOpen && <Head event={event} />}
    </details>
  );
}

function Head({ event }: { event: string }) {
  const { t } = useTranslation("betting");
  const apiOrigin = useRouteLoaderData<RootData>("root")?.apiOrigin ?? "";
  const { data, error } = useQuery(getEventLogHead, { params: { id: event } }, { fresh: true });
  if (error) return <p className="sm">{t("proof.failed")}</p>;
  if (!data) return null;
  const { messages, head, commitment, seed } = data;
  return (
    <>
      <dl className="event-log-facts sm">
        <dt>{t("proof.log.messages")}</dt>
        <dd className="num">{messages}</dd>
        <dt>{t("proof.log.head")}</dt>
        <dd className="mono">{head}</dd>
        {commitment !== null && (
          <>
            <dt>{t("proof.log.commitment")}</dt>
            <dd className="mono">{commitment}</dd>
            <dt>{t("proof.log.seed")}</dt>
            <dd className={seed === null ? "muted" : "mono"}>{seed ?? t("proof.log.hidden")}</dd>
          </>
        )}
      </dl>
      {commitment !== null && seed !== null && (
        <p className={isCommitted(seed, commitment) ? "tag signal" : "tag live"}>
          {t(isCommitted(seed, commitment) ? "proof.log.check" : "proof.log.wrong")}
        </p>
      )}
      <a
        className="row gap-1 sm"
        href={`${apiOrigin}/api/v1/betting/events/${encodeURIComponent(event)}/log`}
        target="_blank"
        rel="noreferrer"
      >
        <Icon of={ExternalLink} size={15} />
        {t("proof.log.open")}
      </a>
    </>
  );
}

function isCommitted(seed: string, commitment: string): boolean {
  const bytes = parseHex(seed);
  return bytes !== undefined && toHex(nobleHashes.sha256(bytes)) === commitment;
}
