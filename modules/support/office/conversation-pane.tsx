import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { plainDateFormat } from "#kit/i18n/format.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Read } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { AnswerForm } from "./answer-form.tsx";
import { Complaint } from "./complaint.tsx";
import {
  claimConversation,
  type OfficeMessage,
  type OpenConversation,
  readByOperator,
  readOfficeConversation,
  resolveConversation,
} from "./contract.ts";
import { useVisitorName } from "./conversation-item.tsx";
import { HandOver } from "./hand-over.tsx";
import { OfficeFile } from "./office-file.tsx";
import { Triage } from "./triage.tsx";
import { VisitorPanel } from "./visitor-panel.tsx";

const everyMs = 2_000;
/** After this time without a character nobody is typing: milliseconds. */
const typingMs = 5_000;

interface PaneProps {
  readonly id: string;
  /** The list is to be read again. */
  onChanged(): void;
  onBack(): void;
  /** The caller has it now. */
  onTaken(): void;
}

/** One conversation: who it is, what was said, notes, and the answer. */
export function ConversationPane({ id, onChanged, onBack, onTaken }: PaneProps) {
  const { may } = useSession();
  const reading = useOfficeQuery(readOfficeConversation, { params: { id } }, everyMs);
  const { reload } = reading;
  const changed = () => {
    reload();
    onChanged();
  };
  const isTyping = reading.data?.data.visitor_types === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading that says so is followed by another one.
  useEffect(() => {
    if (!isTyping) return;
    // That somebody has stopped is no change that the server notifies of.
    const timer = setTimeout(reload, typingMs);
    return () => clearTimeout(timer);
  }, [isTyping, reload, reading.data]);
  return (
    <section className="inbox-pane">
      <Read of={reading}>
        {({ data }) => (
          <>
            <PaneHead conversation={data} changed={changed} onBack={onBack} onTaken={onTaken} />
            <div className="inbox-body">
              <div className="inbox-talk">
                <Turns conversation={data} />
                {data.state !== "closed" && <AnswerForm conversation={data} changed={changed} onTaken={onTaken} />}
              </div>
              {data.player && may("players.read") && <VisitorPanel player={data.player.id} />}
            </div>
          </>
        )}
      </Read>
    </section>
  );
}

function PaneHead({
  conversation,
  changed,
  onBack,
  onTaken,
}: {
  conversation: OpenConversation;
  changed(): void;
  onBack(): void;
  onTaken(): void;
}) {
  const { t } = useTranslation("office");
  const { me, may } = useSession();
  const nameOf = useVisitorName();
  const { busy, error, send } = useSending();
  const { id, player, assignee, state } = conversation;
  const isMine = assignee?.id === me.id && state === "open";
  const decides = may("support.answer") && state !== "closed";
  const run = async (work: () => Promise<unknown>, then = () => {}) => {
    if (await send(work)) {
      changed();
      then();
    }
  };
  return (
    <header className="inbox-head">
      <button type="button" className="btn s inbox-back" aria-label={t("support.back")} onClick={onBack}>
        <Icon of={ArrowLeft} size={16} />
      </button>
      <div className="grow">
        <b>{player ? <PlayerLink player={player} /> : nameOf(conversation)}</b>
        <small className="muted">
          {t(`support.states.${state}`)}
          {conversation.complaint && `, ${t("support.complaint")}`}
          {conversation.spam && `, ${t("support.is_spam")}`}
          {conversation.snoozed_until && (
            <>
              {`, ${t("support.snoozed_until")} `}
              <Moment at={conversation.snoozed_until} />
            </>
          )}
          {conversation.merged_into && (
            <Link to={`/support/${conversation.merged_into}`}>{` ${t("support.merged_into")}`}</Link>
          )}
          {assignee && `, ${assignee.name}`}
          {conversation.page && <span className="mono"> {conversation.page}</span>}
          {conversation.email && ` ${conversation.email}`}
        </small>
      </div>
      {decides && !isMine && state !== "resolved" && (
        <button
          type="button"
          className="btn s primary"
          data-claim
          disabled={busy}
          onClick={() =>
            void run(() => call(claimConversation, { params: { id }, body: { from: assignee?.id ?? null } }), onTaken)
          }
        >
          {t("support.claim")}
        </button>
      )}
      {decides && (isMine || may("support.lead")) && state === "open" && (
        <HandOver conversation={conversation} changed={changed} />
      )}
      <Triage
        conversation={conversation}
        isOwn={state === "open" && (isMine || may("support.lead"))}
        changed={changed}
      />
      {may("support.answer") && (!conversation.complaint || may("support.lead")) && (
        <Complaint conversation={conversation} changed={changed} />
      )}
      {decides && state !== "resolved" && (
        <button
          type="button"
          className="btn s"
          disabled={busy}
          onClick={() => void run(() => call(resolveConversation, { params: { id } }))}
        >
          {t("support.resolve")}
        </button>
      )}
      <Refused why={error} />
    </header>
  );
}

type Turn = { readonly at: string; readonly key: string } & (
  | { readonly message: OfficeMessage }
  | { readonly note: OpenConversation["notes"][number] }
);

function Turns({ conversation }: { conversation: OpenConversation }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, messages, notes, earlier, visitor_types } = conversation;
  const turns: Turn[] = [
    ...messages.map(message => ({ at: message.at, key: `m${message.number}`, message })),
    ...notes.map(note => ({ at: note.at, key: note.id, note })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const list = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.number ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn moves the end.
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [turns.length, visitor_types]);
  const canAnswer = may("support.answer");
  useEffect(() => {
    if (last === 0 || !canAnswer || conversation.unread === 0) return;
    // If it fails, the next reading says it again.
    call(readByOperator, { params: { id }, body: { number: last } }).catch(() => undefined);
  }, [id, last, canAnswer, conversation.unread]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <div ref={list} className="inbox-turns" role="log" aria-label={t("support.messages")} tabIndex={0}>
      <p className="inbox-event">
        <Moment at={conversation.opened_at} /> {t(`support.topics.${conversation.topic}`)}
      </p>
      {earlier.length > 0 && (
        <details className="inbox-earlier">
          <summary>{t("support.earlier")}</summary>
          {earlier.map(message => (
            <Said key={`${message.at} ${message.number}`} message={message} isRead />
          ))}
        </details>
      )}
      {conversation.merged.map(each => (
        <details key={each.id} className="inbox-earlier">
          <summary>{t("support.merged", { id: each.id.slice(-4) })}</summary>
          {each.messages.map(message => (
            <Said key={message.number} message={message} isRead />
          ))}
        </details>
      ))}
      {turns.map(turn =>
        "note" in turn ? (
          <p key={turn.key} className="said note-turn">
            <b>{t("support.note_by", { name: turn.note.name })}</b>
            {turn.note.text}
          </p>
        ) : (
          <Said key={turn.key} message={turn.message} isRead={turn.message.number <= conversation.read_by_visitor} />
        ),
      )}
      {visitor_types && (
        <p className="inbox-event" role="status">
          {t("support.types")}
        </p>
      )}
      {conversation.rating && (
        <p className="inbox-event">
          {t(`support.rated.${conversation.rating}`)}
          {conversation.rating_comment && `: ${conversation.rating_comment}`}
        </p>
      )}
    </div>
  );
}

function Said({ message, isRead }: { message: OfficeMessage; isRead: boolean }) {
  const { t } = useTranslation("office");
  const time = plainDateFormat(pageLanguage(), "clock", "UTC")(message.at).slice(0, 5);
  if (message.author === "system")
    return (
      <p className="inbox-event">
        {t(`support.events.${message.kind === "said" ? "joined" : message.kind}`, { name: message.name ?? "" })}, {time}
      </p>
    );
  return (
    <p className={message.author === "operator" ? "said own" : "said"}>
      {message.attachment ? <OfficeFile file={message.attachment} /> : message.text}
      <small>
        {message.name && `${message.name}, `}
        {time}
        {message.via && `, ${t(`support.via.${message.via}`)}`}
        {message.author === "operator" && ` ${t(isRead ? "support.read" : "support.sent")}`}
      </small>
    </p>
  );
}
