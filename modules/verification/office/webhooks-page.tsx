import { useTranslation } from "#kit/web/texts.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { SystemTabs } from "#modules/operators/office/parts/system-tabs.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { WebhookLog } from "#modules/operators/office/parts/webhook-log.tsx";
import { readCheckWebhooks } from "./contract.ts";

const results = [
  "failed",
  "check_signature_invalid",
  "malformed",
  "validation_failed",
  "noted",
  "repeated",
  "ignored",
] as const;

/** Calls from the identity provider, with the results of their processing. */
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

function queryOf(filter: FilterOf) {
  const result = results.find(each => each === filter("result"));
  return { ...(result && { result }), limit: "100" };
}

function Webhooks() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const { result } = queryOf(filters.get);
  const calls = useList(
    readCheckWebhooks,
    cursor => ({ query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000, viewAt: filter => ({ query: queryOf(filter) }) },
  );
  return (
    <WebhookLog
      name="identity-webhooks"
      title={t("webhooks.identity")}
      calls={calls}
      about={{
        id: "decision",
        title: t("webhooks.decision"),
        cell: ({ decision }) => decision && <span className="mono">{decision}</span>,
      }}
      results={results}
      result={result}
      onResult={picked => filters.set({ result: picked })}
    />
  );
}
