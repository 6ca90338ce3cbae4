import {
  BadgeCheck,
  ChevronRight,
  CircleQuestionMark,
  KeyRound,
  type LucideIcon,
  ShieldCheck,
  Wallet,
} from "lucide-react";
import { useDeferredValue, useEffect, useRef } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Input } from "#kit/ui/input.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { joinConversation, readConversation, searchHelp, type Topic, topics } from "../shared/contract.ts";
import type { Chat } from "./use-conversation.ts";

const icons: Readonly<Record<Topic, LucideIcon>> = {
  sign_in: KeyRound,
  money: Wallet,
  result: ShieldCheck,
  documents: BadgeCheck,
  other: CircleQuestionMark,
};
/** Characters before help is searched. */
const shortestSearch = 3;

/** Before the first message: a greeting, the address of a guest, topics, and answers of the FAQ that fit the draft. */
export function ChatStart({ chat }: { chat: Chat }) {
  const { t } = useTranslation("support");
  const isPlayer = useSession(state => state.status === "player");
  const account = useSession(state => state.user?.email ?? null);
  const { availability, topic, setTopic, email, setEmail, emailError, draft } = chat;
  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (emailError !== undefined) emailField.current?.focus();
  }, [emailError]);
  const isAway = availability?.online === false;
  return (
    <div className="chat-start">
      <p className="said">{t(greetingOf(isPlayer, isAway, account !== null))}</p>
      <HelpAnswers text={draft} />
      {!isPlayer && (
        <Input
          ref={emailField}
          error={emailError}
          label={t(isAway ? "chat.email" : "chat.email_optional")}
          type="email"
          autoComplete="email"
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
      )}
      <fieldset className="chat-topics">
        <legend>{t("chat.about")}</legend>
        {topics.map(each => (
          <button key={each} type="button" aria-pressed={topic === each} onClick={() => setTopic(each)}>
            <Icon of={icons[each]} size={17} />
            {t(`chat.topics.${each}`)}
            <Icon of={ChevronRight} size={15} />
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** Only a guest has a field for an address; a player's is that of the account, if it has one. */
function greetingOf(isPlayer: boolean, isAway: boolean, hasEmail: boolean) {
  if (!isPlayer) return isAway ? "chat.hello_away" : "chat.hello";
  if (isAway) return hasEmail ? "chat.away_mail" : "chat.away_here";
  return "chat.hello_player";
}

/** Answers of the FAQ to what is being typed: before the visitor has to wait. */
function HelpAnswers({ text }: { text: string }) {
  const { t } = useTranslation("support");
  const q = useDeferredValue(text.trim().slice(0, 200));
  const { data } = useQuery(searchHelp, { query: { q } }, { enabled: q.length >= shortestSearch });
  if (!data || data.length === 0 || q.length < shortestSearch) return null;
  return (
    <section className="chat-help" aria-label={t("chat.help")}>
      <h3>{t("chat.help")}</h3>
      {data.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </section>
  );
}

/** A guest wrote, then signed in: the conversation becomes theirs only if they say so. */
export function JoinOffer({ id, onJoined }: { id: string; onJoined(): void }) {
  const { t } = useTranslation("support");
  const { mutate } = useMutation(joinConversation, { invalidates: [readConversation] });
  const { busy, submit } = useSubmit("support");
  return (
    <div className="chat-card">
      <p>{t("chat.join_text")}</p>
      <Button
        busy={busy}
        onClick={() =>
          void submit(async () => {
            await mutate({ params: { id } });
            onJoined();
          })
        }
      >
        {t("chat.join")}
      </Button>
    </div>
  );
}
