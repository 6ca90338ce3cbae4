import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Column } from "../list/column.ts";
import { OfficeList } from "../list/office-list.tsx";
import type { ListReading } from "../list/use-list.ts";
import { Moment } from "./figures.tsx";
import { OfficePage, Panel, Tag, type Tone } from "./office-page.tsx";
import { Pick } from "./pick.tsx";
import { SystemTabs } from "./system-tabs.tsx";
import { useAddressFilters } from "./use-address-filters.ts";

/** What a provider sent, and what became of it. */
export interface WebhookCall {
  readonly id: string;
  readonly provider: string;
  readonly received_at: string;
  /** The provider's id of the message; null when the call was refused. */
  readonly event_id: string | null;
  readonly result: string;
  /** Redacted. */
  readonly error: string | null;
  readonly size: number;
}

/** All results that calls of any provider have. */
const tones = {
  failed: "bad",
  signature_invalid: "bad",
  check_signature_invalid: "bad",
  malformed: "bad",
  validation_failed: "bad",
  quarantined: "wait",
  to_be_returned: "wait",
  credited: "good",
  noted: "good",
  repeated: "plain",
  ignored: "plain",
} as const satisfies Readonly<Record<string, Tone>>;
export type WebhookResult = keyof typeof tones;

const toneOf = (result: string): Tone => (result in tones ? tones[result as WebhookResult] : "plain");

interface WebhookPageProps {
  readonly title: string;
  /** What is stored of a call. */
  readonly rule: string;
  /** The list; it starts over when the address changes. */
  readonly children: ReactNode;
}

/** The page of a log of calls that providers made. */
export function WebhookPage({ title, rule, children }: WebhookPageProps) {
  const { params } = useAddressFilters();
  return (
    <OfficePage title={title} aside={<SystemTabs />}>
      <Panel>
        <p className="note muted">{rule}</p>
        <div key={params.toString()}>{children}</div>
      </Panel>
    </OfficePage>
  );
}

/** The result that the address asks for, as a part of the list's query. */
export function useResultQuery<R extends WebhookResult>(
  results: readonly R[],
): (cursor: string | undefined) => { readonly result?: R; readonly limit: string; readonly cursor?: string } {
  const { get } = useAddressFilters();
  const result = results.find(each => each === get("result"));
  return cursor => ({ ...(result && { result }), limit: "100", ...(cursor !== undefined && { cursor }) });
}

interface WebhookListProps<Row extends WebhookCall> {
  readonly name: string;
  readonly title: string;
  readonly of: ListReading<Row>;
  readonly results: readonly WebhookResult[];
  /** What a message is about. */
  readonly kind: { readonly title: string; of(row: Row): string | null };
  /** What else is known of a call or can be done with it. */
  readonly more?: readonly Column<Row>[];
}

/** Calls of providers, newest first. */
export function WebhookList<Row extends WebhookCall>(props: WebhookListProps<Row>) {
  const { name, title, of, results, kind, more = [] } = props;
  const { t } = useTranslation("office");
  const { get, set } = useAddressFilters();
  const result = results.find(each => each === get("result"));
  const columns: readonly Column<Row>[] = [
    { id: "at", title: t("time"), fixed: true, cell: ({ received_at }) => <Moment at={received_at} /> },
    { id: "provider", title: t("webhooks.provider"), cell: ({ provider }) => provider },
    { id: "kind", title: kind.title, cell: row => kind.of(row) && <span className="mono">{kind.of(row)}</span> },
    {
      id: "result",
      title: t("timeline.result"),
      fixed: true,
      cell: row => <Tag tone={toneOf(row.result)}>{t.find(`webhooks.results.${row.result}`) ?? row.result}</Tag>,
    },
    { id: "error", title: t("jobs.error"), cell: ({ error }) => error && <span className="reason">{error}</span> },
    {
      id: "event",
      title: t("webhooks.event"),
      cell: ({ event_id }) => event_id && <span className="mono muted">{event_id.slice(0, 8)}…</span>,
    },
    { id: "size", title: t("webhooks.size"), right: true, extra: true, cell: ({ size }) => size },
    ...more,
  ];
  return (
    <OfficeList
      name={name}
      title={title}
      columns={columns}
      of={of}
      keyOf={({ id }) => id}
      labelOf={({ id }) => id}
      tools={
        <Pick
          label={t("timeline.result")}
          value={result ?? ""}
          choices={[["", t("webhooks.all")], ...results.map(each => [each, t(`webhooks.results.${each}`)] as const)]}
          onPick={picked => set({ result: picked })}
        />
      }
      empty={t("webhooks.none")}
      onClear={result ? () => set({ result: "" }) : undefined}
    />
  );
}
