import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, percent } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { RegionTabs } from "#modules/operators/office/parts/region-tabs.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { checkMirror, type MirrorView, readMirrorSessions, readMirrors, retireMirror, setMirror } from "./contract.ts";

/** Less than this is left of a certificate: it should have been renewed. */
const shortMs = 14 * 86_400_000;
/** Below this share of probes, a name is not well reached from a country. */
const wellReached = 0.9;

/** Host names of this deployment: whether they answer, their certificates, and who reaches them. */
export function MirrorsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readMirrors, {}, 15_000);
  const [request, setRequest] = useState<string>();
  const asked = (id: string) => {
    setRequest(id);
    found.reload();
  };
  return (
    <OfficePage title={t("pages.mirrors")} aside={<RegionTabs />}>
      <p className="note muted">{t("mirrors.rule")}</p>
      <AskedNote request={request} />
      <Panel title={t("mirrors.names")} aside={may("regions.write") && <Links onAsked={asked} />}>
        <Read of={found}>{({ data }) => <Names mirrors={data} onAsked={asked} reload={found.reload} />}</Read>
      </Panel>
      <Panel title={t("mirrors.reached_title")}>
        <Read of={found}>{({ data }) => <Reached mirrors={data} />}</Read>
      </Panel>
    </OfficePage>
  );
}

interface NamesProps {
  readonly mirrors: readonly MirrorView[];
  onAsked(request: string): void;
  reload(): void;
}

function Names({ mirrors, onAsked, reload }: NamesProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return (
    <Table
      name={t("mirrors.names")}
      head={[
        t("mirrors.host"),
        t("players.state"),
        t("mirrors.certificate"),
        t("mirrors.checked"),
        t("mirrors.links"),
        t("mirrors.registered"),
        ">",
      ]}
      empty=""
      rows={mirrors.map(mirror => ({
        key: mirror.hostname,
        cells: [
          <span key="host" className="col">
            <a className="link mono" href={mirror.url} target="_blank" rel="noreferrer">
              {mirror.hostname}
            </a>
            {mirror.main && <span className="faint sm">{t("mirrors.main")}</span>}
          </span>,
          <State key="state" of={mirror.check} />,
          <Certificate key="certificate" of={mirror.check} />,
          <Moment key="checked" at={mirror.check?.at ?? null} />,
          <span key="links" className="col sm">
            {[mirror.telegram_channel_url, mirror.revshare_service_frontend_url].map(
              link =>
                link !== null && (
                  <span key={link} className="mono wrap-anywhere">
                    {link}
                  </span>
                ),
            )}
          </span>,
          <Moment key="registered" at={mirror.registered_at} />,
          may("regions.write") && (
            <span key="do" className="row wrap end">
              <Check of={mirror} reload={reload} />
              <Links of={mirror} onAsked={onAsked} />
              {!mirror.main && <Retire of={mirror} reload={reload} />}
            </span>
          ),
        ],
      }))}
    />
  );
}

function State({ of }: { readonly of: MirrorView["check"] }) {
  const { t } = useTranslation("office");
  if (of === null) return <Tag tone="plain">{t("mirrors.unchecked")}</Tag>;
  return of.fault === null ? (
    <Tag tone="good">{t("mirrors.answers")}</Tag>
  ) : (
    <Tag tone="bad">{t(`mirrors.faults.${of.fault}`)}</Tag>
  );
}

function Certificate({ of }: { readonly of: MirrorView["check"] }) {
  const { t } = useTranslation("office");
  if (of === null || of.certificate_until === null) return <span className="faint">—</span>;
  const isShort = Date.parse(of.certificate_until) - Date.parse(of.at) < shortMs;
  return (
    <span className="row">
      <Moment at={of.certificate_until} />
      {isShort && <Tag tone="wait">{t("mirrors.expires_soon")}</Tag>}
    </span>
  );
}

function Reached({ mirrors }: { readonly mirrors: readonly MirrorView[] }) {
  const { t } = useTranslation("office");
  const nameOf = useCountryNames();
  const rows = mirrors.flatMap(({ hostname, reachability }) => reachability.map(each => ({ hostname, ...each })));
  return (
    <Table
      name={t("mirrors.reached_title")}
      head={[
        t("mirrors.host"),
        t("regions.country"),
        `>${t("mirrors.probes")}`,
        `>${t("mirrors.reached")}`,
        `>${t("mirrors.average")}`,
      ]}
      empty={t("mirrors.no_probes")}
      rows={rows.map(({ hostname, country, reached, failed, average_ms: ms }) => {
        const share = reached / (reached + failed);
        return {
          key: `${hostname} ${country ?? ""}`,
          cells: [
            <span key="host" className="mono">
              {hostname}
            </span>,
            country === null ? t("reports.no_country") : nameOf(country),
            count(reached + failed),
            <Tag key="reached" tone={share < wellReached ? "bad" : "good"}>
              {percent(share)}
            </Tag>,
            ms === null ? "—" : t("mirrors.ms", { ms: count(ms) }),
          ],
        };
      })}
    />
  );
}

function Check({ of: { hostname }, reload }: { readonly of: MirrorView; reload(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("mirrors.check")}
      title={t("mirrors.check_title", { host: hostname })}
      text={t("mirrors.check_text")}
      onDecide={async (_reason, key) => {
        await call(checkMirror, { params: { hostname } }, key);
        reload();
      }}
    />
  );
}

/** A new mirror, or other links on a name. */
function Links({ of, onAsked }: { readonly of?: MirrorView; onAsked(request: string): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={of ? t("change") : t("mirrors.add")}
      title={of ? t("mirrors.change_title", { host: of.hostname }) : t("mirrors.add_title")}
      text={of ? t("mirrors.change_text") : t("mirrors.add_text")}
      asksReason
      primary={!of}
      onDecide={async (reason, key, given) => {
        const textOf = (name: string) => String(given.get(name) ?? "").trim() || null;
        const body = {
          hostname: of?.hostname ?? textOf("hostname") ?? "",
          telegram_channel_url: textOf("telegram"),
          revshare_service_frontend_url: textOf("partners"),
          meta_yandex_verification: textOf("yandex"),
          reason,
        };
        const { data } = await call(setMirror, { body }, key);
        onAsked(data.request);
      }}
    >
      {!of && (
        <label className="field">
          {t("mirrors.host")}
          <input name="hostname" required maxLength={250} autoComplete="off" spellCheck={false} />
        </label>
      )}
      <label className="field">
        {t("mirrors.telegram")}
        <input name="telegram" type="url" maxLength={500} defaultValue={of?.telegram_channel_url ?? ""} />
      </label>
      <label className="field">
        {t("mirrors.partners")}
        <input name="partners" type="url" maxLength={500} defaultValue={of?.revshare_service_frontend_url ?? ""} />
      </label>
      <label className="field">
        {t("mirrors.yandex")}
        <input name="yandex" maxLength={100} autoComplete="off" defaultValue={of?.meta_yandex_verification ?? ""} />
      </label>
    </Decide>
  );
}

function Retire({ of: { hostname }, reload }: { readonly of: MirrorView; reload(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("mirrors.retire")}
      title={t("mirrors.retire_title", { host: hostname })}
      text={<Ending hostname={hostname} />}
      asksReason
      dangerous
      onDecide={async (reason, key) => {
        await call(retireMirror, { params: { hostname }, body: { reason } }, key);
        reload();
      }}
    />
  );
}

/** What ends with a mirror. */
function Ending({ hostname }: { readonly hostname: string }) {
  const { t } = useTranslation("office");
  const { data } = useOfficeQuery(readMirrorSessions, { params: { hostname } });
  return <>{data ? t("mirrors.retire_text", { n: count(data.data.sessions) }) : t("loading")}</>;
}
