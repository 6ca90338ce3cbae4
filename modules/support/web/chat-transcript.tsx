import { useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Input } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { type ConversationView, mailTranscript } from "../shared/contract.ts";

/** Mails the conversation: a player's to the account's address, a guest's to the one they give. */
export function ChatTranscript({ conversation, onSent }: { conversation: ConversationView; onSent(): void }) {
  const { t } = useTranslation("support");
  const account = useSession(state => state.user?.email ?? null);
  const { mutate } = useMutation(mailTranscript);
  const { busy, errors, submit } = useSubmit("support");
  const [email, setEmail] = useState(conversation.email ?? "");
  return (
    <form
      className="chat-card"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit(async () => {
          const address = email.trim();
          await mutate({ params: { id: conversation.id }, body: account || !address ? {} : { email: address } });
          notify({ kind: "info", lines: [t("chat.transcript_sent")] });
          onSent();
        });
      }}
    >
      {account ? (
        <p>{t("chat.transcript_to", { email: account })}</p>
      ) : (
        <Input
          label={t("chat.email")}
          type="email"
          autoComplete="email"
          value={email}
          error={errors.email}
          onChange={event => setEmail(event.target.value)}
        />
      )}
      <Button type="submit" busy={busy}>
        {t("chat.transcript")}
      </Button>
    </form>
  );
}
