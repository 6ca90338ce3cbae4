import { type FormEvent, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { noteRiskCase, type RiskOfPlayer } from "./contract.ts";

type FullCase = RiskOfPlayer["cases"][number];

/** What operators found out about a case. */
export function CaseNotes({ of, onDone }: { readonly of: FullCase; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { busy, error, send } = useSending();
  const [text, setText] = useState("");
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!(await send(() => call(noteRiskCase, { params: { id: of.id }, body: { text } })))) return;
    // Text typed since then belongs to the next note.
    setText(now => (now === text ? "" : now));
    onDone();
  }
  return (
    <>
      {of.notes.length > 0 && (
        <ul className="notes">
          {of.notes.map(note => (
            <li key={`${note.written_at} ${note.author} ${note.text}`}>
              <span className="muted sm">
                {note.author} <Moment at={note.written_at} />
              </span>
              <p>{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      {may("risk.decide") && (
        <form className="row wrap pad" onSubmit={event => void submit(event)}>
          <input
            className="grow"
            value={text}
            onChange={event => setText(event.target.value)}
            required
            maxLength={2000}
            placeholder={t("risk.write_note")}
            aria-label={t("risk.write_note")}
          />
          <button type="submit" className="btn s" disabled={busy}>
            {t("keep")}
          </button>
          <Refused why={error} />
        </form>
      )}
    </>
  );
}
