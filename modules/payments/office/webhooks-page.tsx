import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { SystemTabs } from "#modules/operators/office/parts/system-tabs.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { WebhookLog } from "#modules/operators/office/parts/webhook-log.tsx";
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

/** Calls from payment providers, with the results of their verification and processing. */
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

function queryOf(filter: FilterOf) {
  const result = results.find(each => each === filter("result"));
  return { ...(result && { result }), limit: "100" };
}

function Webhooks() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const { result } = queryOf(filters.get);
  const calls = useList(
    readWebhooks,
    cursor => ({ query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000, viewAt: filter => ({ query: queryOf(filter) }) },
  );
  return (
    <WebhookLog
      name="webhooks"
      title={t("pages.webhooks")}
      calls={calls}
      about={{
        id: "type",
        title: t("players.kind"),
        cell: ({ type }) => type && <span className="mono">{type}</span>,
      }}
      last={useReplayColumns(calls.reload)}
      results={results}
      result={result}
      onResult={picked => filters.set({ result: picked })}
    />
  );
}

function useReplayColumns(reload: () => void): readonly Column<WebhookCallView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
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
