import { Send } from "lucide-react";
import { type DragEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { openConversation, showTyping, writeMessage } from "../shared/contract.ts";
import { longestMessage } from "../shared/message-text.ts";
import { AttachButton } from "./attach-button.tsx";
import { ChosenFiles } from "./chosen-files.tsx";
import { MessageKey } from "./message-key.ts";
import { restOfDraft } from "./rest-of-draft.ts";
import type { Chat } from "./use-conversation.ts";
import { useFiles } from "./use-files.ts";

/** Typing is shown for five seconds, so it is reported at most this often: milliseconds. */
const typingEveryMs = 3_000;

/** Writes. A failed attempt keeps the draft, and the next one with the same text has the same key: it is stored once. */
export function ChatComposer({ chat, page }: { chat: Chat; page: string }) {
  const { t } = useTranslation("support");
  const id = useId();
  const { conversation, draft, setDraft, email, setEmailError, topic } = chat;
  const { busy, errors, submit } = useSubmit("support");
  useEffect(() => setEmailError(errors.email), [errors, setEmailError]);
  const open = useMutation(openConversation);
  const write = useMutation(writeMessage);
  const [messageKey] = useState(() => new MessageKey());
  const noteTyping = useTypingNotes(conversation?.id);
  const isOpen = conversation !== null && conversation.state !== "closed";
  const files = useFiles();
  const mayAttach = chat.availability?.attachments !== false;
  const canSend = draft.trim() !== "" ? files.chosen.length === 0 || files.areReady : files.areReady;

  async function send(): Promise<void> {
    const id = draft.trim() === "" && isOpen ? conversation.id : await sendText();
    await files.send(id, page, chat.written);
    chat.refresh();
  }
  /** The conversation that has the text now. One that begins with files alone begins with their names. */
  async function sendText(): Promise<string> {
    const text = draft.trim() === "" ? files.chosen.map(({ file }) => file.name).join("\n") : draft;
    const conversationId = await (isOpen ? add(conversation.id, text) : begin(text));
    messageKey.sent();
    setDraft(typed => restOfDraft(typed, draft));
    return conversationId;
  }
  async function add(to: string, text: string): Promise<string> {
    chat.written(await write.mutate({ params: { id: to }, body: { key: messageKey.of(text), text, page } }));
    return to;
  }
  async function begin(text: string): Promise<string> {
    const address = email.trim();
    const key = messageKey.of(text);
    const begun = await open.mutate({
      body: { key, text, page, ...(topic && { topic }), ...(address && { email: address }) },
    });
    chat.begun(begun);
    return begun.id;
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) void submit(send);
  };
  const onDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0 || !mayAttach) return;
    event.preventDefault();
    files.add(event.dataTransfer.files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // On a phone Enter begins a new line.
    const sends = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (sends && matchMedia("(pointer: fine)").matches) event.currentTarget.form?.requestSubmit();
    if (sends && matchMedia("(pointer: fine)").matches) event.preventDefault();
  };
  const label = conversation?.operator && isOpen ? t("chat.text_to", { name: conversation.operator }) : t("chat.text");
  return (
    <form
      className="chat-form"
      onSubmit={onSubmit}
      onDragOver={event => mayAttach && event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={onDrop}
      noValidate
    >
      <ChosenFiles files={files} />
      <div className="row">
        {mayAttach && (
          <AttachButton className="iconbtn chat-attach" label={t("files.attach")} busy={busy} onChosen={files.add} />
        )}
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
          onPaste={event => {
            if (event.clipboardData.files.length === 0 || !mayAttach) return;
            event.preventDefault();
            files.add(event.clipboardData.files);
          }}
        />
        <button
          type="submit"
          className="iconbtn chat-send"
          aria-label={t("chat.send")}
          aria-busy={busy}
          disabled={busy || !canSend}
        >
          <Icon of={Send} />
        </button>
      </div>
      <FieldError text={errors.text} />
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
