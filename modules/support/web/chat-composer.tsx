import { Send } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useRef } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { openConversation, showTyping, writeMessage } from "../shared/contract.ts";
import { longestMessage } from "../shared/message-text.ts";
import type { Chat } from "./use-conversation.ts";

/** Typing is shown for five seconds, so it is said at most this often: milliseconds. */
const typingEveryMs = 3_000;

/** Writes. A failed attempt keeps the draft, and the next one with the same text has the same key: it is stored once. */
export function ChatComposer({ chat, page }: { chat: Chat; page: string }) {
  const { t } = useTranslation("support");
  const id = useId();
  const { conversation, draft, setDraft, email, topic } = chat;
  const { busy, errors, submit } = useSubmit("support");
  const open = useMutation(openConversation);
  const write = useMutation(writeMessage);
  const attempt = useRef({ text: "", key: "" });
  const noteTyping = useTypingNotes(conversation?.id);
  const isOpen = conversation !== null && conversation.state !== "closed";

  async function send(): Promise<void> {
    const text = draft;
    if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
    const { key } = attempt.current;
    if (isOpen) chat.written(await write.mutate({ params: { id: conversation.id }, body: { key, text, page } }));
    else {
      const address = email.trim();
      const begun = await open.mutate({
        body: { key, text, page, ...(topic && { topic }), ...(address && { email: address }) },
      });
      chat.begun(begun);
    }
    attempt.current = { text: "", key: "" };
    // What was typed meanwhile stays.
    setDraft("");
    chat.refresh();
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() !== "") void submit(send);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // On a phone Enter begins a new line.
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (sends && matchMedia("(pointer: fine)").matches) event.currentTarget.form?.requestSubmit();
    if (sends && matchMedia("(pointer: fine)").matches) event.preventDefault();
  };
  const label = conversation?.operator && isOpen ? t("chat.text_to", { name: conversation.operator }) : t("chat.text");
  return (
    <form className="chat-form" onSubmit={onSubmit} noValidate>
      <div className="row">
        <label className="sr-only" htmlFor={id}>
          {t("chat.text")}
        </label>
        <textarea
          id={id}
          className={errors.text ? "input-box error" : "input-box"}
          rows={Math.min(5, draft.split("\n").length + Math.floor(draft.length / 44))}
          maxLength={longestMessage}
          placeholder={label}
          value={draft}
          aria-invalid={errors.text ? true : undefined}
          onChange={event => {
            setDraft(event.target.value);
            if (event.target.value !== "") noteTyping();
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="iconbtn chat-send"
          aria-label={t("chat.send")}
          aria-busy={busy}
          disabled={busy || draft.trim() === ""}
        >
          <Icon of={Send} />
        </button>
      </div>
      <FieldError text={errors.text ?? errors.email} />
    </form>
  );
}

function useTypingNotes(conversation: string | undefined): () => void {
  const { mutate } = useMutation(showTyping);
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (conversation === undefined || now - saidAt.current < typingEveryMs) return;
    saidAt.current = now;
    // Only a sign: a lost one is not missed.
    mutate({ params: { id: conversation } }).catch(() => undefined);
  };
}
