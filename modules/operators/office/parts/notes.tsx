import { type FormEvent, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "./figures.tsx";
import { Refused, useSending } from "./sending.tsx";

interface NotesProps {
  readonly notes: readonly { readonly author: string; readonly written_at: string; readonly text: string }[];
  /** Undefined for operators who may only read. */
  readonly write: ((text: string) => Promise<unknown>) | undefined;
  /** Of the field for the next note. */
  readonly label: string;
  onWritten(): void;
}

/** Operators' notes on a player or a case, and a field for the next one. */
export function Notes({ notes, write, label, onWritten }: NotesProps) {
  return (
    <>
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map(({ author, written_at: at, text }) => (
            <li key={`${at} ${author} ${text}`}>
              <span className="muted sm">
                {author} <Moment at={at} />
              </span>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {write && <NextNote write={write} label={label} onWritten={onWritten} />}
    </>
  );
}

interface NextNoteProps extends Pick<NotesProps, "label" | "onWritten"> {
  readonly write: NonNullable<NotesProps["write"]>;
}

function NextNote({ write, label, onWritten }: NextNoteProps) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  const [text, setText] = useState("");
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!(await send(() => write(text)))) return;
    // Text typed since then belongs to the next note.
    setText(now => (now === text ? "" : now));
    onWritten();
  }
  return (
    <form className="row wrap pad" onSubmit={event => void submit(event)}>
      <input
        className="grow"
        value={text}
        onChange={event => setText(event.target.value)}
        required
        maxLength={2000}
        placeholder={label}
        aria-label={label}
      />
      <button type="submit" className="btn s" disabled={busy}>
        {t("keep")}
      </button>
      <Refused why={error} />
    </form>
  );
}
