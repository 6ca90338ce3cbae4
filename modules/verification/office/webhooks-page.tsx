import { useTranslation } from "#kit/web/texts.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { useResultQuery, WebhookList, WebhookPage } from "#modules/operators/office/parts/webhook-log.tsx";
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

/** Calls of the identity provider, and what became of them. */
export function CheckWebhooksPage() {
  const { t } = useTranslation("office");
  return (
    <WebhookPage title={t("webhooks.identity")} rule={t("webhooks.identity_rule")}>
      <Webhooks />
    </WebhookPage>
  );
}

function Webhooks() {
  const { t } = useTranslation("office");
  const queryOf = useResultQuery(results);
  const calls = useList(readCheckWebhooks, cursor => ({ query: queryOf(cursor) }), { pollMs: 10_000 });
  return (
    <WebhookList
      name="identity-webhooks"
      title={t("webhooks.identity")}
      of={calls}
      results={results}
      kind={{ title: t("webhooks.decision"), of: ({ decision }) => decision }}
    />
  );
}
