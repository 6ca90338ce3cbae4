import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { disputeTournament, getTournamentBoard, type OwnStanding } from "../shared/contract.ts";

/** The player's dispute of the final ranks, and our answer. */
export function DisputeCard({
  id,
  me,
  isOpen,
}: {
  readonly id: string;
  readonly me: OwnStanding;
  readonly isOpen: boolean;
}) {
  const { t } = useTranslation("tournaments");
  const { dispute } = me;
  if (!dispute) return isOpen ? <DisputeForm id={id} /> : null;
  return (
    <section className="card tr-side">
      <h2 className="display">{t("dispute.yours")}</h2>
      <p className="muted sm">{dispute.text}</p>
      <p className="sm">{dispute.answer ?? t("dispute.waiting")}</p>
    </section>
  );
}

function DisputeForm({ id }: { readonly id: string }) {
  const { t } = useTranslation("tournaments");
  const [text, setText] = useState("");
  const { mutate } = useMutation(disputeTournament, { invalidates: [getTournamentBoard] });
  const { busy, submit } = useSubmit("tournaments");
  return (
    <form
      className="card tr-side"
      onSubmit={event => {
        event.preventDefault();
        void submit(async () => {
          await mutate({ params: { id }, body: { text: text.trim() } });
          notify({ kind: "info", lines: [t("dispute.sent")] });
        });
      }}
    >
      <h2 className="display">{t("dispute.title")}</h2>
      <p className="muted sm">{t("dispute.hint")}</p>
      <label className="field">
        <span className="field-label">{t("dispute.text")}</span>
        <textarea
          rows={4}
          required
          minLength={10}
          maxLength={1000}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </label>
      <Button type="submit" variant="secondary" busy={busy}>
        {t("dispute.send")}
      </Button>
    </form>
  );
}
