import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { arrowKeys } from "#kit/ui/arrow-keys.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { contentOf, prepareFile } from "#kit/web/read-file.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { longestMessage } from "../shared/message-text.ts";
import { AttachButton } from "../web/attach-button.tsx";
import { restOfDraft } from "../web/rest-of-draft.ts";
import { CannedAnswers, useCannedAnswers } from "./canned-answers.tsx";
import {
  answerConversation,
  type OpenConversation,
  operatorTypes,
  sendOfficeFile,
  writeConversationNote,
} from "./contract.ts";
import { useReplyDraft } from "./reply-drafts.ts";

const typingEveryMs = 3_000;

interface AnswerFormProps {
  readonly conversation: OpenConversation;
  changed(): void;
  onTaken(): void;
}

/** The answer, or a note for colleagues: two forms, so that a note is never sent by mistake. */
export function AnswerForm(props: AnswerFormProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [kind, setKind] = useState<"answer" | "note">("answer");
  if (!may("support.answer")) return null;
  return (
    <div className={kind === "note" ? "inbox-form is-note" : "inbox-form"}>
      <div className="row" role="tablist" onKeyDown={arrowKeys}>
        {(["answer", "note"] as const).map(each => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={kind === each}
            className={kind === each ? "btn s primary" : "btn s"}
            onClick={() => setKind(each)}
          >
            {t(`support.${each}`)}
          </button>
        ))}
      </div>
      {/* Both stay mounted: what was typed remains when the operator looks at the other one. */}
      <div hidden={kind !== "note"}>
        <NoteForm {...props} />
      </div>
      <div hidden={kind !== "answer"}>
        <Answer {...props} />
      </div>
    </div>
  );
}

function NoteForm({ conversation: { id }, changed }: AnswerFormProps) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  const { text, setText } = useReplyDraft(id, "note");
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void send(() => call(writeConversationNote, { params: { id }, body: { text } })).then(done => {
          if (!done) return;
          setText(typed => restOfDraft(typed, text));
          changed();
        });
      }}
    >
      <textarea
        aria-label={t("support.note")}
        placeholder={t("support.note_hint")}
        rows={3}
        maxLength={longestMessage}
        required
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Refused why={error} />
      <button type="submit" className="btn primary" disabled={busy}>
        {t("support.save_note")}
      </button>
    </form>
  );
}

function Answer({ conversation, changed, onTaken }: AnswerFormProps) {
  const { t } = useTranslation("office");
  const { id } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText, messageKey } = useReplyDraft(id, "answer");
  const [takenBy, setTakenBy] = useState<string>();
  const { busy, error, send } = useSending();
  const noteTyping = useTyping(id);
  const canned = useCannedAnswers({
    conversation,
    text,
    onFilled(filled) {
      setText(filled);
      field.current?.focus();
    },
  });

  async function answer(confirm: boolean): Promise<void> {
    if (text.trim() === "") return;
    const key = messageKey.of(text);
    const done = await send(async () => {
      try {
        await call(answerConversation, { params: { id }, body: { key, text, ...(confirm && { confirm }) } });
      } catch (failed) {
        if (!(failed instanceof ApiError) || failed.code !== "claimed_by_other") throw failed;
        setTakenBy(String(failed.data.operator ?? ""));
        throw failed;
      }
    });
    if (!done) return;
    messageKey.sent();
    setText(typed => restOfDraft(typed, text));
    setTakenBy(undefined);
    // Without a text the button that was pressed is disabled.
    field.current?.focus();
    changed();
    if (conversation.state === "waiting") onTaken();
  }
  const attach = (files: Iterable<File>) =>
    send(async () => {
      for (const chosen of files) {
        const file = await prepareFile(chosen);
        const body = { key: crypto.randomUUID(), name: file.name || "picture.png", content: await contentOf(file) };
        await call(sendOfficeFile, { params: { id }, body });
      }
      changed();
      if (conversation.state === "waiting") onTaken();
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void answer(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void answer(false);
    else if (!event.shiftKey && !event.altKey && canned.press(event.key)) event.preventDefault();
  };
  return (
    <form onSubmit={onSubmit}>
      <CannedAnswers of={canned} />
      <textarea
        ref={field}
        data-reply
        aria-autocomplete="list"
        aria-controls={canned.answers.length > 0 ? canned.list : undefined}
        aria-activedescendant={canned.answers.length > 0 ? `${canned.list}-${canned.at}` : undefined}
        aria-label={t("support.answer")}
        placeholder={t("support.answer_hint")}
        rows={3}
        maxLength={longestMessage}
        value={text}
        onChange={event => {
          setText(event.target.value);
          if (event.target.value !== "") noteTyping();
        }}
        onKeyDown={onKeyDown}
        onPaste={event => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          void attach([...event.clipboardData.files]);
        }}
      />
      {takenBy === undefined ? (
        <Refused why={error} />
      ) : (
        <p className="note">{t("support.taken", { name: takenBy })}</p>
      )}
      <div className="row end">
        <AttachButton
          className="btn s inbox-attach"
          label={t("support.files.attach")}
          iconSize={16}
          busy={busy}
          onChosen={files => void attach(files)}
        />
        <span className="muted sm">Ctrl Enter</span>
        {takenBy !== undefined && (
          <button type="button" className="btn" disabled={busy} onClick={() => void answer(true)}>
            {t("support.send_anyway")}
          </button>
        )}
        <button type="submit" className="btn primary" disabled={busy || text.trim() === ""}>
          {t("support.send")}
        </button>
      </div>
    </form>
  );
}

function useTyping(id: string): () => void {
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - saidAt.current < typingEveryMs) return;
    saidAt.current = now;
    // Only a sign: a lost one is not missed.
    call(operatorTypes, { params: { id } }).catch(() => undefined);
  };
}
