import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { assignConversation, type OpenConversation } from "./contract.ts";

/** To an operator on shift, or back to the queue. */
export function HandOver({ conversation, changed }: { conversation: OpenConversation; changed(): void }) {
  const { t } = useTranslation("office");
  const { me } = useSession();
  const [to, setTo] = useState("");
  const colleagues = conversation.colleagues.filter(({ id }) => id !== me.id && id !== conversation.assignee?.id);
  return (
    <Decide
      action={t("support.hand_over")}
      title={t("support.hand_over_title")}
      onDecide={async () => {
        await call(assignConversation, { params: { id: conversation.id }, body: { to: to === "" ? null : to } });
        changed();
      }}
    >
      <label className="field">
        {t("support.to")}
        <select value={to} onChange={event => setTo(event.target.value)}>
          <option value="">{t("support.to_queue")}</option>
          {colleagues.map(({ id, name, assigned }) => (
            <option key={id} value={id}>
              {`${name} (${assigned})`}
            </option>
          ))}
        </select>
      </label>
    </Decide>
  );
}
