import { useTranslation } from "#kit/web/texts.tsx";
import type { ApprovalRequestView } from "#modules/approvals/office/contract.ts";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";

const tones = { waiting: "wait", stale: "bad", approved: "good", declined: "plain", expired: "plain" } as const;

export function RequestState({ request }: { request: Pick<ApprovalRequestView, "status"> }) {
  const { t } = useTranslation("office");
  return <Tag tone={tones[request.status]}>{t(`approvals.status.${request.status}`)}</Tag>;
}

/** The effect of a request, as a sentence if there is a text for it. */
export function useRequestTitle(): (request: Pick<ApprovalRequestView, "kind" | "subject" | "payload">) => string {
  const { t } = useTranslation("office");
  return ({ kind, subject, payload }) => {
    const key = `approvals.kinds.${kind.replaceAll(".", "_")}`;
    const values = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
    return t.find(key, values) ?? `${kind} ${subject}`;
  };
}
