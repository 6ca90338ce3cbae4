import { type FormEvent, useId, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { FieldError, Input } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { longestMessage, readSupport, type WrittenMessage, writeToSupport } from "../shared/contract.ts";

/** One message and the address for its answer. */
export function ChatForm({ page, onWritten }: { page: string; onWritten: (message: WrittenMessage) => void }) {
  const { t } = useTranslation("support");
  const { mutate } = useMutation(writeToSupport, { invalidates: [readSupport] });
  const known = useSession(state => state.user?.email ?? "");
  const id = useId();
  const [text, setText] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, errors, submit } = useSubmit("support");
  const email = typed ?? known;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const address = email.trim();
      const written = await mutate({ body: { text, page, ...(address && { email: address }) } });
      setText(now => (now === text ? "" : now));
      onWritten(written);
      notify({ kind: "info", lines: [t("chat.sent")] });
    });
  };
  return (
    <form className="chat-form" onSubmit={onSubmit} noValidate>
      <div className="field">
        <label className="sr-only" htmlFor={id}>
          {t("chat.text")}
        </label>
        <textarea
          id={id}
          className={errors.text ? "input-box error" : "input-box"}
          rows={3}
          maxLength={longestMessage}
          placeholder={t("chat.text")}
          value={text}
          aria-invalid={errors.text ? true : undefined}
          onChange={event => setText(event.target.value)}
        />
        <FieldError text={errors.text} />
      </div>
      <Input
        label={t("chat.email")}
        type="email"
        autoComplete="email"
        value={email}
        error={errors.email}
        onChange={event => setTyped(event.target.value)}
      />
      <Button type="submit" variant="secondary" wide busy={busy}>
        {t("chat.send")}
      </Button>
    </form>
  );
}
