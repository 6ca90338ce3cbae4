import { ChevronLeft, X } from "lucide-react";
import { useState } from "react";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { restOfDraft } from "#modules/support/web/rest-of-draft.ts";
import { useSidePanel } from "#modules/support/web/side-panel.ts";
import { type Room, rooms } from "../shared/contract.ts";
import { mentioned } from "./mentions.ts";
import { RoomComposer } from "./room-composer.tsx";
import { RoomLog } from "./room-log.tsx";
import { useRoom } from "./use-room.ts";
import "./rooms.css";

interface RoomsPanelProps {
  readonly open: boolean;
  onClose(): void;
}

/** The chat of players: beside the page on wide screens, the whole screen on phones. Closing only hides it, so that typed text remains. */
export default function RoomsPanel({ open, onClose }: RoomsPanelProps) {
  const { t } = useTranslation("community-chat");
  const language: Language = languageOf(useLocale());
  const [room, setRoom] = useState<Room>(language);
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<Room, string>>>>({});
  const changeDraft = (of: Room, change: (draft: string) => string) =>
    setDrafts(known => ({ ...known, [of]: change(known[of] ?? "") }));
  const panel = useSidePanel(open, onClose);
  return (
    <aside ref={panel} className="talk" hidden={!open} tabIndex={-1} aria-label={t("title")}>
      <header className="talk-head">
        <button type="button" className="iconbtn s talk-back" aria-label={t("close")} onClick={onClose}>
          <Icon of={ChevronLeft} />
        </button>
        <h2>{t("title")}</h2>
        <select aria-label={t("room")} value={room} onChange={({ target }) => setRoom(target.value as Room)}>
          {rooms.map(each => (
            <option key={each} value={each}>
              {t(`rooms.${each}`)}
            </option>
          ))}
        </select>
        <button type="button" className="iconbtn s talk-close" aria-label={t("close")} onClick={onClose}>
          <Icon of={X} />
        </button>
      </header>
      {open && (
        <OpenRoom
          key={room}
          room={room}
          draft={drafts[room] ?? ""}
          changeDraft={change => changeDraft(room, change)}
          onClose={onClose}
        />
      )}
    </aside>
  );
}

interface OpenRoomProps {
  readonly room: Room;
  readonly draft: string;
  changeDraft(change: (draft: string) => string): void;
  onClose(): void;
}

/** Followed only while it is open. */
function OpenRoom({ room, draft, changeDraft, onClose }: OpenRoomProps) {
  const { t } = useTranslation("community-chat");
  const language = languageOf(useLocale());
  const state = useRoom(room, onClose);
  const { messages, present, you, connected, failed, add, again } = state;
  return (
    <>
      {!connected && (
        <p className="talk-strip" role="status">
          {t("lost")}
        </p>
      )}
      {failed && (
        <div className="talk-empty">
          <p role="alert">{t("failed")}</p>
          <Button onClick={again}>{t("again")}</Button>
        </div>
      )}
      {messages === undefined && !failed && (
        <div className="talk-empty">
          <Skeleton height={220} />
        </div>
      )}
      {present !== undefined && (
        <p className="talk-present muted xs">
          <span aria-hidden="true" />
          {t("present", { shown: showCount(present, language) })}
        </p>
      )}
      {messages && (
        <RoomLog
          messages={messages}
          you={you ?? null}
          onMention={name => changeDraft(typed => mentioned(typed, name))}
        />
      )}
      <RoomComposer
        room={room}
        you={you}
        draft={draft}
        onDraft={typed => changeDraft(() => typed)}
        onWritten={(message, sent) => {
          add(message);
          changeDraft(typed => restOfDraft(typed, sent));
        }}
      />
    </>
  );
}
