import { useTranslation } from "#kit/web/texts.tsx";
import type { Column } from "../list/column.ts";
import { OfficeList } from "../list/office-list.tsx";
import type { ListReading } from "../list/use-list.ts";
import { Moment } from "./figures.tsx";
import { Tag, type Tone } from "./office-page.tsx";
import { Pick } from "./pick.tsx";

/** A received call, whichever module received it. */
export interface WebhookCall {
  readonly id: string;
  readonly received_at: string;
  readonly provider: string;
  readonly result: string;
  readonly error: string | null;
  readonly event_id: string | null;
  readonly size: number;
}

const tones: Readonly<Record<string, Tone>> = {
  failed: "bad",
  signature_invalid: "bad",
  check_signature_invalid: "bad",
  malformed: "bad",
  validation_failed: "bad",
  quarantined: "wait",
  to_be_returned: "wait",
  credited: "good",
  noted: "good",
};

interface Props<T extends WebhookCall, Result extends string> {
  readonly name: string;
  readonly title: string;
  readonly calls: ListReading<T>;
  /** What the module says about a call, after its provider. */
  readonly about: Column<T>;
  /** After all others. */
  readonly last?: readonly Column<T>[];
  readonly results: readonly Result[];
  readonly result: Result | undefined;
  readonly onResult: (result: string) => void;
}

/** The log of received webhooks, filtered by the result of their processing. */
export function WebhookLog<T extends WebhookCall, Result extends string>(props: Props<T, Result>) {
  const { name, title, calls, about, last = [], results, result, onResult } = props;
  const { t } = useTranslation("office");
  const resultText = (each: string) => t.find(`webhooks.results.${each}`) ?? each;
  const columns: readonly Column<T>[] = [
    { id: "at", title: t("time"), fixed: true, cell: ({ received_at }) => <Moment at={received_at} /> },
    { id: "provider", title: t("webhooks.provider"), cell: ({ provider }) => provider },
    about,
    {
      id: "result",
      title: t("timeline.result"),
      fixed: true,
      cell: call => <Tag tone={tones[call.result] ?? "plain"}>{resultText(call.result)}</Tag>,
    },
    { id: "error", title: t("jobs.error"), cell: ({ error }) => error && <span className="reason">{error}</span> },
    {
      id: "event",
      title: t("webhooks.event"),
      cell: ({ event_id }) => event_id && <span className="mono muted">{event_id.slice(0, 8)}…</span>,
    },
    { id: "size", title: t("webhooks.size"), right: true, extra: true, cell: ({ size }) => size },
    ...last,
  ];
  return (
    <OfficeList
      name={name}
      title={title}
      columns={columns}
      of={calls}
      keyOf={({ id }) => id}
      labelOf={({ id }) => id}
      tools={
        <Pick
          label={t("timeline.result")}
          value={result ?? ""}
          choices={[["", t("webhooks.all")], ...results.map(each => [each, resultText(each)] as const)]}
          onPick={onResult}
        />
      }
      empty={t("webhooks.none")}
      onClear={result ? () => onResult("") : undefined}
    />
  );
}
