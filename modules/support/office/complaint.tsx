import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { markComplaint, type OpenConversation } from "./contract.ts";

/** Marks the conversation as a complaint, or takes that back. */
export function Complaint({ conversation, changed }: { conversation: OpenConversation; changed(): void }) {
  const { t } = useTranslation("office");
  const { id, complaint } = conversation;
  return (
    <Decide
      action={t(complaint ? "support.no_complaint" : "support.mark_complaint")}
      title={t(complaint ? "support.no_complaint_title" : "support.complaint_title")}
      text={t(complaint ? "support.no_complaint_text" : "support.complaint_text")}
      asksReason
      onDecide={async reason => {
        await call(markComplaint, { params: { id }, body: { complaint: !complaint, reason } });
        changed();
      }}
    />
  );
}
