import { type FormEvent, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "./figures.tsx";
import { Tag } from "./office-page.tsx";
import { Refused, useSending } from "./sending.tsx";

interface Note {
  readonly author: string;
  readonly written_at: string;
  readonly text: string;
}

/** A note that can be pinned above the others. */
export interface PinnedNote extends Note {
  readonly id: string;
  readonly pinned: boolean;
}

interface NotesProps {
  readonly notes: readonly Note[];
  /** Undefined for operators who may only read. */
  readonly write: ((text: string) => Promise<unknown>) | undefined;
  /** Pins a note, or unpins it. */
  readonly pin?: ((note: PinnedNote) => Promise<unknown>) | undefined;
  /** Label of the field for the next note. */
  readonly label: string;
  onWritten(): void;
}

/** Operators' notes on a player or a case, and a field for the next one. */
export function Notes({ notes, write, pin, label, onWritten }: NotesProps) {
  return (
    <>
      {notes.length > 0 && (
        <ul className="notes">
          {notes.map(note => (
            <li key={`${note.written_at} ${note.author} ${note.text}`}>
              <span className="muted sm row wrap">
                {note.author} <Moment at={note.written_at} /> {isPinnable(note) && <Pin note={note} pin={pin} />}
              </span>
              <p>{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      {write && <NextNote write={write} label={label} onWritten={onWritten} />}
    </>
  );
}

const isPinnable = (note: Note): note is PinnedNote => "pinned" in note;

/** Whether a note is pinned, and the button that changes it. */
function Pin({ note, pin }: { readonly note: PinnedNote; readonly pin: NotesProps["pin"] }) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  return (
    <>
      {note.pinned && <Tag tone="wait">{t("notes.pinned")}</Tag>}
      {pin && (
        <button type="button" className="btn s" disabled={busy} onClick={() => void send(() => pin(note))}>
          {t(note.pinned ? "notes.unpin" : "notes.pin")}
        </button>
      )}
      <Refused why={error} />
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
