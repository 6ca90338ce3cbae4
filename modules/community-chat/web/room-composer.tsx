import { Send, Ticket, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useHref } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { MessageKey } from "#modules/support/web/message-key.ts";
import {
  type ChatMessage,
  getRoom,
  leastBets,
  postMessage,
  type Room,
  type ShownBet,
  type Standing,
} from "../shared/contract.ts";
import { longestMessage } from "../shared/message-rules.ts";
import { BetFacts } from "./bet-card.tsx";
import { BetPicker } from "./bet-picker.tsx";

interface RoomComposerProps {
  readonly room: Room;
  /** Null for a guest; undefined until it is known. */
  readonly you: Standing | null | undefined;
  readonly draft: string;
  onDraft(draft: string): void;
  /** `sent` is the text as it was typed. */
  onWritten(message: ChatMessage, sent: string): void;
}

/** The field, or what the reader lacks to write. */
export function RoomComposer({ you, ...field }: RoomComposerProps) {
  const { t } = useTranslation("community-chat");
  const { moment } = useDates();
  const href = useHref();
  const link = useModalLink();
  if (you?.may === "write") return <Field pauseSeconds={you.pause_seconds} {...field} />;
  if (you === undefined) return <p className="talk-note" aria-busy="true" />;
  return (
    <p className="talk-note muted">
      {you === null && (
        <Link to={link("login")} preventScrollReset>
          {t("sign_in")}
        </Link>
      )}
      {you?.may === "contact" && <Link to={href("/profile/access")}>{t("confirm")}</Link>}
      {you?.may === "play" && t("play", { bets: leastBets })}
      {you?.may === "muted" && t("muted", { until: moment(you.until ?? "") })}
    </p>
  );
}

/** A failed attempt keeps the draft, and the next one with the same text and bet has the same key: it is stored once. */
function Field({
  room,
  pauseSeconds,
  draft,
  onDraft,
  onWritten,
}: Omit<RoomComposerProps, "you"> & { readonly pauseSeconds: number }) {
  const { t } = useTranslation("community-chat");
  const id = useId();
  const [messageKey] = useState(() => new MessageKey());
  const { mutate } = useMutation(postMessage);
  const { invalidate } = useRouteCache();
  const { busy, errors, submit } = useSubmit("community-chat");
  const [bet, setBet] = useState<ShownBet | null>(null);
  const [picks, setPicks] = useState(false);
  const length = [...draft].length;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim() === "") return;
    void submit(async () => {
      const key = messageKey.of(`${draft} ${bet?.id ?? ""}`);
      const body = { key, text: draft, ...(bet && { bet: bet.id }) };
      const sent = await mutate({ params: { room }, body }).catch((error: unknown) => {
        // Muted since the room was read: the field gives way to the reason and its end. The draft stays.
        if (error instanceof ApiError && error.status === 403) void invalidate(getRoom);
        throw error;
      });
      onWritten(sent, draft);
      messageKey.sent();
      setBet(null);
    });
  };
  return (
    <form className="talk-form" onSubmit={onSubmit} noValidate>
      <p className="row spread muted xs">
        <span>{t("slow", { seconds: pauseSeconds })}</span>
        <span className={length > longestMessage ? "bad" : undefined}>
          {length} / {longestMessage}
        </span>
      </p>
      {picks && (
        <BetPicker
          onChoose={chosen => {
            setBet(chosen);
            setPicks(false);
          }}
        />
      )}
      {bet && (
        <div className="row">
          <span className={`talk-bet grow g-${bet.game}`}>
            <BetFacts bet={bet} />
          </span>
          <button type="button" className="iconbtn s" aria-label={t("bet.remove")} onClick={() => setBet(null)}>
            <Icon of={X} size={16} />
          </button>
        </div>
      )}
      <div className="row">
        <label className="sr-only" htmlFor={id}>
          {t("field")}
        </label>
        <input
          id={id}
          className={errors.text ? "input-box error" : "input-box"}
          autoComplete="off"
          placeholder={t("field")}
          value={draft}
          aria-invalid={errors.text ? true : undefined}
          onChange={({ target }) => onDraft(target.value)}
        />
        <button
          type="button"
          className="iconbtn talk-send"
          aria-label={t("bet.show")}
          title={t("bet.show")}
          aria-expanded={picks}
          onClick={() => setPicks(!picks)}
        >
          <Icon of={Ticket} />
        </button>
        <button
          type="submit"
          className="iconbtn talk-send"
          aria-label={t("send")}
          aria-busy={busy}
          disabled={busy || draft.trim() === "" || length > longestMessage}
        >
          <Icon of={Send} />
        </button>
      </div>
      <FieldError text={errors.text ?? errors.bet} />
    </form>
  );
}
