import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { arrowKeys } from "#kit/ui/arrow-keys.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { keyOf } from "#modules/operators/office/parts/key-of.ts";
import { OfficePage, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useSending } from "#modules/operators/office/parts/sending.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import {
  type InboxViewName,
  inboxViews,
  type ListedConversation,
  readInbox,
  searchInbox,
  setShift,
} from "./contract.ts";
import { ConversationItem } from "./conversation-item.tsx";
import { ConversationPane } from "./conversation-pane.tsx";
import { SupportTargets } from "./support-targets.tsx";

/** New messages appear within this time: milliseconds. */
const everyMs = 3_000;
/** The page says so often that its operator is present, also while it is hidden; the times of waiting go on too. */
const presentEveryMs = 15_000;
/** Fewer characters are not searched for. */
const shortestSearch = 2;
/** A search waits until no character was typed for this long. */
const searchAfterMs = 250;

/** Conversations with visitors: the list, and the chosen one. */
export function SupportPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id } = useParams();
  const navigate = useNavigate();
  const [view, setView] = useState<InboxViewName>("mine");
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const inbox = useOfficeQuery(readInbox, { query: { view, ...(cursor !== undefined && { cursor }) } }, everyMs);
  const counts = inbox.data?.data.counts;
  const { reload } = inbox;
  useEffect(() => {
    const timer = setInterval(reload, presentEveryMs);
    return () => clearInterval(timer);
  }, [reload]);
  const [sought, setSought] = useState("");
  useInboxKeys();
  const choose = (next: InboxViewName) => {
    setCursors([]);
    setView(next);
  };
  return (
    <OfficePage title={t("pages.support")} aside={may("support.answer") && inbox.data && <Shift inbox={inbox} />}>
      <SupportTargets />
      <div className={id ? "inbox chosen" : "inbox"}>
        <section className="inbox-list" aria-label={t("support.conversations")}>
          <input
            className="inbox-search"
            type="search"
            data-filter
            aria-label={t("support.search")}
            placeholder={t("support.search")}
            maxLength={100}
            value={sought}
            onChange={event => setSought(event.target.value)}
          />
          <div className="inbox-views" role="tablist" onKeyDown={arrowKeys}>
            {inboxViews.map(each => (
              <button
                key={each}
                type="button"
                role="tab"
                aria-selected={view === each}
                className={view === each ? "btn s primary" : "btn s"}
                onClick={() => choose(each)}
              >
                {t(`support.views.${each}`)}
                {(each === "mine" || each === "queue" || each === "late") &&
                  counts &&
                  counts[each] > 0 &&
                  ` ${counts[each]}`}
              </button>
            ))}
          </div>
          {sought.trim().length >= shortestSearch ? (
            <Found text={sought.trim()} chosen={id} />
          ) : (
            <Read of={inbox}>
              {({ data }) =>
                data.items.length === 0 ? (
                  <p className="note muted">{t(`support.none.${view}`)}</p>
                ) : (
                  <>
                    <Items items={data.items} chosen={id} />
                    {data.next_cursor && (
                      <button
                        type="button"
                        className="btn s"
                        onClick={() => setCursors([...cursors, data.next_cursor ?? ""])}
                      >
                        {t("older")}
                      </button>
                    )}
                  </>
                )
              }
            </Read>
          )}
        </section>
        {id ? (
          <ConversationPane
            key={id}
            id={id}
            onChanged={inbox.reload}
            onBack={() => void navigate("/support")}
            onTaken={() => choose("mine")}
          />
        ) : (
          <p className="inbox-empty muted">{t("support.choose")}</p>
        )}
      </div>
    </OfficePage>
  );
}

/** `j` and `k` open the next and the previous conversation of the list, `r` goes to the reply, `/` to the search. */
function useInboxKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isDialogOpen()) return;
      if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
      const found = targetOf(keyOf(event));
      if (!found) return;
      event.preventDefault();
      found.focus();
      if (found instanceof HTMLAnchorElement) found.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function targetOf(key: string): HTMLElement | null | undefined {
  if (key === "/") return document.querySelector<HTMLElement>("[data-filter]");
  if (key === "r") return document.querySelector<HTMLElement>("textarea[data-reply]");
  if (key !== "j" && key !== "k") return undefined;
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".inbox-list li > a")];
  const chosen = links.findIndex(link => link.ariaCurrent === "page");
  return links[key === "j" ? chosen + 1 : Math.max(chosen - 1, 0)];
}

interface ItemsProps {
  readonly items: readonly ListedConversation[];
  readonly chosen: string | undefined;
}

function Items({ items, chosen }: ItemsProps) {
  return (
    <ul>
      {items.map(item => (
        <ConversationItem key={item.id} item={item} chosen={item.id === chosen} />
      ))}
    </ul>
  );
}

/** Conversations in which the words occur. */
function Found({ text: typed, chosen }: { text: string } & Pick<ItemsProps, "chosen">) {
  const { t } = useTranslation("office");
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useOfficeQuery(searchInbox, { query: { text } });
  return (
    <Read of={found}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="note muted">{t("support.none_found")}</p>
        ) : (
          <Items items={data} chosen={chosen} />
        )
      }
    </Read>
  );
}

function Shift({ inbox }: { inbox: ReturnType<typeof useOfficeQuery<typeof readInbox>> }) {
  const { t } = useTranslation("office");
  const { busy, send } = useSending();
  const { on, most } = inbox.data?.data.shift ?? { on: false, most: 0 };
  const mine = inbox.data?.data.counts.mine ?? 0;
  return (
    <span className="row sm">
      <span className={on ? "up" : "muted"}>{t(on ? "support.on_shift" : "support.off_shift", { mine, most })}</span>
      <button
        type="button"
        className="btn s"
        disabled={busy}
        onClick={() => void send(() => call(setShift, { body: { on: !on } }).then(inbox.reload))}
      >
        {t(on ? "support.end_shift" : "support.begin_shift")}
      </button>
    </span>
  );
}
