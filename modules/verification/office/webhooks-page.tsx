import { useTranslation } from "#kit/web/texts.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { SystemTabs } from "#modules/operators/office/parts/system-tabs.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { type CheckWebhook, readCheckWebhooks } from "./contract.ts";

const results = [
  "failed",
  "check_signature_invalid",
  "malformed",
  "validation_failed",
  "noted",
  "repeated",
  "ignored",
] as const;

const tones: Readonly<Record<string, Tone>> = {
  failed: "bad",
  check_signature_invalid: "bad",
  malformed: "bad",
  validation_failed: "bad",
  noted: "good",
};

/** Calls of the identity provider, and what became of them. */
export function CheckWebhooksPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  return (
    <OfficePage title={t("webhooks.identity")} aside={<SystemTabs />}>
      <Panel>
        <p className="note muted">{t("webhooks.identity_rule")}</p>
        <Webhooks key={filters.params.toString()} />
      </Panel>
    </OfficePage>
  );
}

function Webhooks() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const result = results.find(each => each === filters.get("result"));
  const calls = useList(
    readCheckWebhooks,
    cursor => ({ query: { ...(result && { result }), limit: "100", ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000 },
  );
  const columns: readonly Column<CheckWebhook>[] = [
    { id: "at", title: t("time"), fixed: true, cell: ({ received_at }) => <Moment at={received_at} /> },
    { id: "provider", title: t("webhooks.provider"), cell: ({ provider }) => provider },
    {
      id: "decision",
      title: t("webhooks.decision"),
      cell: ({ decision }) => decision && <span className="mono">{decision}</span>,
    },
    {
      id: "result",
      title: t("timeline.result"),
      fixed: true,
      cell: ({ result: each }) => <Tag tone={tones[each] ?? "plain"}>{t.find(`webhooks.results.${each}`) ?? each}</Tag>,
    },
    { id: "error", title: t("jobs.error"), cell: ({ error }) => error && <span className="reason">{error}</span> },
    {
      id: "event",
      title: t("webhooks.event"),
      cell: ({ event_id }) => event_id && <span className="mono muted">{event_id.slice(0, 8)}…</span>,
    },
    { id: "size", title: t("webhooks.size"), right: true, extra: true, cell: ({ size }) => size },
  ];
  return (
    <OfficeList
      name="identity-webhooks"
      title={t("webhooks.identity")}
      columns={columns}
      of={calls}
      keyOf={({ id }) => id}
      labelOf={({ id }) => id}
      tools={
        <Pick
          label={t("timeline.result")}
          value={result ?? ""}
          choices={[["", t("webhooks.all")], ...results.map(each => [each, t(`webhooks.results.${each}`)] as const)]}
          onPick={picked => filters.set({ result: picked })}
        />
      }
      empty={t("webhooks.none")}
      onClear={result ? () => filters.set({ result: "" }) : undefined}
    />
  );
}
