import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { putAdNetwork, readAdNetworks } from "./contract.ts";

const tones: Readonly<Record<"waiting" | "sent" | "failed" | "withheld", Tone>> = {
  waiting: "wait",
  sent: "good",
  failed: "bad",
  withheld: "plain",
};

/** Advertising networks that conversions are sent to, and the last deliveries. */
export function AdNetworksPanel() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readAdNetworks, {}, 15_000);
  const canWrite = may("partners.write");
  return (
    <Read of={found}>
      {({ data }) => (
        <>
          <Panel title={t("networks.title")}>
            <p className="note muted">{t("networks.about")}</p>
            <Table
              name={t("networks.title")}
              head={[t("networks.source"), t("networks.name"), t("networks.url"), t("players.state"), ">"]}
              empty={t("networks.none")}
              rows={data.networks.map(each => ({
                key: each.source,
                cells: [
                  <b key="source">{each.source}</b>,
                  each.name,
                  <code key="url" className="address">
                    {each.url}
                  </code>,
                  <Tag key="state" tone={each.active ? "good" : "plain"}>
                    {t(each.active ? "networks.active" : "networks.off")}
                  </Tag>,
                  canWrite ? <NetworkForm key="do" of={each} onDone={found.reload} /> : "",
                ],
              }))}
            />
            {canWrite && (
              <div className="row end pad">
                <NetworkForm of={undefined} onDone={found.reload} />
              </div>
            )}
          </Panel>
          <Panel title={t("networks.log")}>
            <Table
              name={t("networks.log")}
              head={[
                t("time"),
                t("networks.source"),
                t("networks.event"),
                t("players.state"),
                `>${t("networks.tries")}`,
                t("networks.outcome"),
              ]}
              empty={t("networks.no_log")}
              rows={data.log.map(each => ({
                key: each.event_id,
                cells: [
                  <Moment key="at" at={each.happened_at} />,
                  each.source,
                  t(`networks.${each.event}`),
                  <Tag key="state" tone={tones[each.state]}>
                    {t(`networks.${each.state}`)}
                  </Tag>,
                  count(each.tries),
                  <code key="outcome">{each.outcome ?? "–"}</code>,
                ],
              }))}
            />
          </Panel>
        </>
      )}
    </Read>
  );
}

interface FormProps {
  readonly of:
    | { readonly source: string; readonly name: string; readonly url: string; readonly active: boolean }
    | undefined;
  onDone(): void;
}

function NetworkForm({ of, onDone }: FormProps) {
  const { t } = useTranslation("office");
  const save = async (reason: string, _key: string, given: FormData) => {
    const text = (name: string) => String(given.get(name) ?? "").trim();
    await call(putAdNetwork, {
      params: { source: of?.source ?? text("source") },
      body: { name: text("name"), url: text("url"), active: given.get("active") === "on", reason },
    });
    onDone();
  };
  return (
    <Decide
      action={t(of ? "networks.change" : "networks.add")}
      title={t("networks.form")}
      text={t("networks.form_text")}
      asksReason
      onDecide={save}
    >
      {!of && (
        <label className="field">
          {t("networks.source")}
          <input name="source" required maxLength={40} />
        </label>
      )}
      <label className="field">
        {t("networks.name")}
        <input name="name" required maxLength={60} defaultValue={of?.name} />
      </label>
      <label className="field">
        {t("networks.url")}
        <input name="url" required maxLength={1000} defaultValue={of?.url} inputMode="url" />
      </label>
      <label className="row">
        <input type="checkbox" name="active" defaultChecked={of?.active ?? true} />
        {t("networks.active")}
      </label>
    </Decide>
  );
}
