import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readVipHosts, setVipHost } from "./contract.ts";

interface Operator {
  readonly id: string;
  readonly name: string;
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Players with a personal host, and who it is. */
export function VipHosts() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readVipHosts, {}, 15_000);
  const set = (id: string) => async (reason: string, _key: string, given: FormData) => {
    const host = String(given.get("host") ?? "");
    await call(setVipHost, { params: { id }, body: { host: host === "" ? null : host, reason } });
    found.reload();
  };
  const setTyped = async (reason: string, key: string, given: FormData) => {
    const typed = String(given.get("player") ?? "");
    await set(idPattern.exec(typed.toLowerCase())?.[0] ?? typed)(reason, key, given);
  };
  return (
    <Panel title={t("vip.hosts")}>
      <Read of={found}>
        {({ data }) => (
          <>
            <p className="note muted">{t("vip.hosts_text")}</p>
            <Table
              name={t("vip.hosts")}
              head={[t("player"), t("vip.host"), ">"]}
              empty={t("vip.no_hosts")}
              rows={data.hosted.map(({ player, host, active }) => ({
                key: player.id,
                cells: [
                  <PlayerLink key="player" player={player} />,
                  <span key="host">
                    {host.name} {!active && <Tag tone="bad">{t("vip.host_left")}</Tag>}
                  </span>,
                  may("vip.decide") ? (
                    <span key="do" className="row end">
                      <Decide
                        action={t("vip.change_host")}
                        title={t("vip.change_host_title", { name: player.name })}
                        asksReason
                        onDecide={set(player.id)}
                      >
                        <HostField operators={data.operators} chosen={host.id} mayBeNone />
                      </Decide>
                    </span>
                  ) : (
                    ""
                  ),
                ],
              }))}
            />
            {may("vip.decide") && (
              <div className="row end pad">
                <Decide action={t("vip.set_host")} title={t("vip.set_host_title")} asksReason onDecide={setTyped}>
                  <label className="field">
                    {t("vip.player")}
                    <input name="player" required maxLength={300} autoComplete="off" />
                  </label>
                  <HostField operators={data.operators} />
                </Decide>
              </div>
            )}
          </>
        )}
      </Read>
    </Panel>
  );
}

interface HostFieldProps {
  readonly operators: readonly Operator[];
  readonly chosen?: string;
  readonly mayBeNone?: boolean;
}

export function HostField({ operators, chosen, mayBeNone = false }: HostFieldProps) {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("vip.host")}
      <select name="host" required={!mayBeNone} defaultValue={chosen ?? ""}>
        <option value="">{mayBeNone ? t("vip.nobody") : ""}</option>
        {operators.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
