import { CircleAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Translate } from "#kit/i18n/translate.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, decimal, Moment, percentText } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { handOverAlert, readAlertOwners, takeAlert } from "./alerts-contract.ts";
import type { readDashboard } from "./contract.ts";

export type ShownAlert = RouteOutput<typeof readDashboard>["data"]["alerts"][number];

interface AlertsProps {
  readonly alerts: readonly ShownAlert[];
  /** Reads the alerts again. */
  changed(): void;
}

/** What is wrong now, and who works on it. */
export function AlertsPanel({ alerts, changed }: AlertsProps) {
  const { t } = useTranslation("office");
  const open = alerts.filter(({ kind }) => kind !== "whole").length;
  return (
    <Panel
      title={t("dashboard.alerts")}
      aside={<span className="sm muted">{t("dashboard.open", { count: open })}</span>}
    >
      <ul className="alerts">
        {alerts.map(alert => (
          <AlertRow key={`${alert.alert} ${alert.text}`} alert={alert} changed={changed} />
        ))}
      </ul>
    </Panel>
  );
}

function AlertRow({ alert, changed }: { readonly alert: ShownAlert; changed(): void }) {
  const { t } = useTranslation("office");
  const { kind, text, at, approval, returned } = alert;
  const isWhole = kind === "whole";
  return (
    <li className={isWhole ? "up" : "down"}>
      <Icon of={isWhole ? ShieldCheck : CircleAlert} size={17} />
      <span className="grow">
        {approval && <SharedOrigin approval={approval} />}
        {returned && <Returned of={returned} />}
        {kind !== "shared_origin" && kind !== "return_bounds" && (
          <>
            <b>{t(`alerts.${kind}`, { text })}</b>
            <span className="muted sm">{t(`alerts.${kind}_text`, { text })}</span>
          </>
        )}
        {!isWhole && <Owner alert={alert} changed={changed} />}
      </span>
      {at && <Moment at={at} brief />}
    </li>
  );
}

/** Who works on an alert; to take it, or to hand it over. */
function Owner({ alert: { alert, owner }, changed }: { readonly alert: ShownAlert; changed(): void }) {
  const { t } = useTranslation("office");
  const { me, may } = useSession();
  const { busy, error, send } = useSending();
  const take = (from: string | null) => call(takeAlert, { body: { alert, from } }).finally(changed);
  return (
    <>
      <span className="row sm alert-owner">
        <span className="muted">
          {owner === null ? (
            t("alerts.no_owner")
          ) : (
            <>
              {owner.id === me.id ? t("alerts.own") : t("alerts.owner", { name: owner.name })}{" "}
              <Moment at={owner.since} brief />
            </>
          )}
        </span>
        {may("alerts.own") && owner === null && (
          <button
            type="button"
            className="btn s"
            aria-busy={busy}
            disabled={busy}
            onClick={() => void send(() => take(null))}
          >
            {t("alerts.take")}
          </button>
        )}
        {may("alerts.own") && owner !== null && owner.id !== me.id && (
          <Decide
            action={t("alerts.take_over")}
            title={t("alerts.take_over_title", { name: owner.name })}
            text={t("alerts.take_over_text")}
            onDecide={() => take(owner.id)}
          />
        )}
        {may("alerts.own") && owner?.id === me.id && <HandOver alert={alert} changed={changed} />}
      </span>
      <Refused why={error} />
    </>
  );
}

function HandOver({ alert, changed }: { readonly alert: string; changed(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("alerts.hand_over")}
      title={t("alerts.hand_over_title")}
      onDecide={(_reason, _key, given) =>
        call(handOverAlert, { body: { alert, to: String(given.get("to")) } }).finally(changed)
      }
    >
      <Colleagues />
    </Decide>
  );
}

/** Read when the dialog is open. */
function Colleagues() {
  const { t } = useTranslation("office");
  const { me } = useSession();
  const owners = useRead(readAlertOwners, {});
  const [to, setTo] = useState("");
  return (
    <Read of={owners}>
      {data => (
        <label className="field">
          {t("alerts.to")}
          <select name="to" required value={to} onChange={event => setTo(event.target.value)}>
            <option value="">{t("alerts.choose")}</option>
            {data
              .filter(({ id }) => id !== me.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </label>
      )}
    </Read>
  );
}

/** An approval that may come from one person. */
function SharedOrigin({ approval }: { readonly approval: NonNullable<ShownAlert["approval"]> }) {
  const { t } = useTranslation("office");
  const { author, approver, approvals, address, device } = approval;
  const shared = address && device ? "both" : address ? "address" : "device";
  return (
    <>
      <b>{t(`alerts.shared_${shared}`, { author: author ?? t("alerts.shared_player"), approver })}</b>
      <span className="muted sm">{t("alerts.shared_text", { count: approvals, n: count(approvals) })}</span>
    </>
  );
}

/** A game that returns more or less than its rules say. */
function Returned({ of }: { readonly of: NonNullable<ShownAlert["returned"]> }) {
  const { t } = useTranslation("office");
  const { game, rules_version: version, bets, measured, designed } = of;
  return (
    <>
      <b>
        <Link className="link" to={`/games/${game}`}>
          {t("alerts.return_bounds", { game: t.in("games", game) })}
        </Link>
      </b>
      <span className="muted sm">
        {t("alerts.return_bounds_text", {
          version,
          count: bets,
          n: count(bets),
          measured: percentText(measured),
          designed: percentText(designed),
        })}{" "}
        {evidenceText(t, of)}
      </span>
    </>
  );
}

function evidenceText(t: Translate<"office">, of: NonNullable<ShownAlert["returned"]>): string {
  if (of.odds_against !== null) return t("alerts.return_odds", { odds: count(of.odds_against) });
  if (of.sigmas !== null) return t("alerts.return_sigmas", { sigmas: decimal(of.sigmas) });
  return t("alerts.return_wins", { wins: count(of.large_wins), expected: decimal(of.expected_large_wins) });
}
