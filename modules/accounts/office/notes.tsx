import { type FormEvent, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { writeNote } from "#modules/accounts/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { Player } from "./shown-player.ts";

/** Operators' notes on the player. */
export function Notes({ data, id, reload }: { data: Player; id: string; reload(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { busy, error, send } = useSending();
  const [text, setText] = useState("");
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!(await send(() => call(writeNote, { params: { id }, body: { text } })))) return;
    // Text typed since then belongs to the next note.
    setText(now => (now === text ? "" : now));
    reload();
  }
  return (
    <Panel title={t("players.notes")}>
      <ul className="notes">
        {data.notes.map(note => (
          <li key={note.id}>
            <span className="muted sm">
              {note.author} <Moment at={note.written_at} />
            </span>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
      {may("players.note") && (
        <form className="row wrap pad" onSubmit={event => void submit(event)}>
          <input
            className="grow"
            value={text}
            onChange={event => setText(event.target.value)}
            required
            maxLength={2000}
            placeholder={t("players.write_note")}
            aria-label={t("players.write_note")}
          />
          <button type="submit" className="btn s" disabled={busy}>
            {t("keep")}
          </button>
          <Refused why={error} />
        </form>
      )}
    </Panel>
  );
}
