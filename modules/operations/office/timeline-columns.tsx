import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { useActionText } from "#modules/audit/office/audit-actions.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import type { TimelineEventView, TimelineKind } from "./timeline-contract.ts";

export function useTimelineColumns(player: string): readonly Column<TimelineEventView>[] {
  const { t } = useTranslation("office");
  const textOf = useEventText();
  return [
    { id: "at", title: t("time"), fixed: true, cell: ({ at }) => <Moment at={at} /> },
    { id: "kind", title: t("players.kind"), cell: ({ kind }) => t(`history.kinds.${kind}`) },
    {
      id: "event",
      title: t("history.event"),
      fixed: true,
      cell: event => {
        const to = pageOf(player, event);
        const text = <span className="reason">{textOf(event)}</span>;
        return to === null ? (
          text
        ) : (
          <Link className="link" to={to}>
            {text}
          </Link>
        );
      },
    },
    { id: "amount", title: t("amount"), right: true, cell: event => <Amount of={event} /> },
    {
      id: "state",
      title: t("players.state"),
      cell: ({ kind, state }) =>
        state !== null &&
        kind !== "session" && <Tag tone={tones[state] ?? "plain"}>{t.find(`history.states.${state}`) ?? state}</Tag>,
    },
    { id: "until", title: t("history.ended"), cell: ({ until }) => until !== null && <Moment at={until} /> },
    { id: "by", title: t("timeline.by"), cell: ({ by }) => by },
    {
      id: "detail",
      title: t("history.detail"),
      cell: ({ kind, text, ip, device }) => {
        const more = device ?? (kind === "staff" ? text : null);
        if (ip === null && more === null) return null;
        return (
          <>
            {ip !== null && <span className="mono">{ip}</span>}{" "}
            <span className="muted ellipsis device" title={more ?? undefined}>
              {more}
            </span>
          </>
        );
      },
    },
  ];
}

const tones: Readonly<Record<string, Tone>> = {
  paid: "good",
  completed: "good",
  booked: "good",
  resolved: "good",
  not_fraud: "good",
  active: "info",
  open: "wait",
  waiting: "wait",
  awaiting: "wait",
  pending: "wait",
  processing: "wait",
  declined: "bad",
  fraud: "bad",
  forfeited: "bad",
};

function Amount({ of: { amount, change, currency } }: { readonly of: TimelineEventView }) {
  if (currency === null) return null;
  if (change !== null)
    return <span className={change.startsWith("-") ? "down" : "up"}>{money(change, currency, { signed: true })}</span>;
  return amount === null ? null : <span className="muted">{money(amount, currency)}</span>;
}

/** An event in a few words. */
function useEventText(): (event: TimelineEventView) => string {
  const { t } = useTranslation("office", "methods");
  const method = (hash: string | null) => hash && (t.find(`methods:${hash}`) ?? hash);
  const actionText = useActionText();
  const named: Readonly<Record<TimelineKind, (event: TimelineEventView) => string>> = {
    account: ({ event, text }) => t.find(`history.account.${event}`, { version: text ?? "" }) ?? event,
    session: ({ text }) => t("history.session", { host: text ?? "" }),
    money: ({ event, game }) => joined([t.find(`kinds.${event}`) ?? t("kinds.other"), game && t.in("games", game)]),
    payment: ({ text }) => joined([t("timeline.deposit"), method(text)]),
    payout: ({ text }) => joined([t("timeline.payout"), method(text)]),
    bonus: ({ text }) => text ?? "",
    limit: ({ event }) => t.find(`history.limits.${event}`) ?? event,
    document: ({ event }) => t.find(`kyc.${event}`) ?? event,
    conversation: ({ event }) => t.find(`support.topics.${event}`) ?? event,
    protection: ({ event }) => t.find(`harm.kinds.${event}`) ?? t.find(`history.contacts.${event}`) ?? event,
    risk: ({ event }) => t.find(`risk.kinds.${event}`) ?? event,
    correction: ({ text }) => text ?? "",
    notice: ({ event }) => t.find(`history.notices.${event}`) ?? event,
    note: ({ text }) => text ?? "",
    staff: ({ event }) => actionText(event),
  };
  return event => named[event.kind](event);
}

const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(", ");

/** The page of what an event is about. */
function pageOf(player: string, { kind, id }: TimelineEventView): string | null {
  switch (kind) {
    case "payment":
      return `/payments/${id}`;
    case "payout":
      return `/payouts/${id}`;
    case "document":
      return `/kyc/${player}`;
    case "conversation":
      return `/support/${id}`;
    case "protection":
      return `/harm/${player}`;
    case "risk":
      return `/risk/${player}`;
    default:
      return null;
  }
}
