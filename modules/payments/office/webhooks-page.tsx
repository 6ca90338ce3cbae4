import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { SystemTabs } from "#modules/operators/office/parts/system-tabs.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readWebhooks, replayWebhook, type WebhookCallView } from "./webhooks-contract.ts";

const results = [
  "failed",
  "signature_invalid",
  "malformed",
  "validation_failed",
  "credited",
  "to_be_returned",
  "quarantined",
  "noted",
  "repeated",
  "ignored",
] as const;

const tones: Readonly<Record<string, Tone>> = {
  failed: "bad",
  signature_invalid: "bad",
  malformed: "bad",
  validation_failed: "bad",
  quarantined: "wait",
  to_be_returned: "wait",
  credited: "good",
  noted: "good",
};

/** Calls of payment providers: what they were verified as, and what became of them. */
export function WebhooksPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  return (
    <OfficePage title={t("pages.webhooks")} aside={<SystemTabs />}>
      <Panel>
        <p className="note muted">{t("webhooks.rule")}</p>
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
    readWebhooks,
    cursor => ({ query: { ...(result && { result }), limit: "100", ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000 },
  );
  return (
    <OfficeList
      name="webhooks"
      title={t("pages.webhooks")}
      columns={useWebhookColumns(calls.reload)}
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

function useWebhookColumns(reload: () => void): readonly Column<WebhookCallView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
    { id: "at", title: t("time"), fixed: true, cell: ({ received_at }) => <Moment at={received_at} /> },
    { id: "provider", title: t("webhooks.provider"), cell: ({ provider }) => provider },
    { id: "type", title: t("players.kind"), cell: ({ type }) => type && <span className="mono">{type}</span> },
    {
      id: "result",
      title: t("timeline.result"),
      fixed: true,
      cell: ({ result }) => <Tag tone={tones[result] ?? "plain"}>{t.find(`webhooks.results.${result}`) ?? result}</Tag>,
    },
    { id: "error", title: t("jobs.error"), cell: ({ error }) => error && <span className="reason">{error}</span> },
    {
      id: "event",
      title: t("webhooks.event"),
      cell: ({ event_id }) => event_id && <span className="mono muted">{event_id.slice(0, 8)}…</span>,
    },
    { id: "size", title: t("webhooks.size"), right: true, extra: true, cell: ({ size }) => size },
    {
      id: "replayed",
      title: t("webhooks.replayed"),
      cell: ({ replayed_at }) => replayed_at !== null && <Moment at={replayed_at} />,
    },
    {
      id: "actions",
      title: "",
      fixed: true,
      cell: ({ id, replayable }) =>
        may("webhooks.replay") && replayable ? (
          <Decide
            action={t("webhooks.replay")}
            title={t("webhooks.replay_title")}
            text={t("webhooks.replay_text")}
            asksReason
            onDecide={async (reason, key) => {
              await call(replayWebhook, { params: { id }, body: { reason } }, key);
              reload();
            }}
          />
        ) : null,
    },
  ];
}
