import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { calendarMonth, count, Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import type { FlagState } from "../shared/flags.ts";
import { decidePartnerFlag, type FlagView, type PartnerFileView } from "./contract.ts";

const tones: Readonly<Record<FlagState, Tone>> = { open: "wait", dismissed: "plain", confirmed: "bad" };
/** Named in the table; the others are counted. */
const mostNamed = 10;

interface FlagsProps {
  readonly of: Pick<PartnerFileView, "flags">;
  readonly canWrite: boolean;
  onDone(): void;
}

/** What looks wrong about a partner's players, why, and what is held for it. */
export function Flags({ of: { flags }, canWrite, onDone }: FlagsProps) {
  const { t } = useTranslation("office");
  const decide = (id: string, state: "dismissed" | "confirmed") => async (reason: string) => {
    await call(decidePartnerFlag, { params: { id }, body: { state, reason } });
    onDone();
  };
  return (
    <Panel title={t("partners.flags")}>
      <p className="note muted">{t("partners.flags_text")}</p>
      <Table
        name={t("partners.flags")}
        head={[t("partners.flag"), t("partners.evidence"), t("partners.held"), t("time"), t("players.state"), ">"]}
        empty={t("partners.no_flags")}
        rows={flags.map(flag => ({
          key: flag.id,
          cells: [
            <b key="kind">{t(`partners.flag_kinds.${flag.kind}`)}</b>,
            <Evidence key="evidence" of={flag} />,
            count(flag.held),
            <Moment key="at" at={flag.raised_at} />,
            <span key="state">
              <Tag tone={tones[flag.state]}>{t(`partners.flag_states.${flag.state}`)}</Tag>
              {flag.decided_by && (
                <span className="muted block">
                  {flag.decided_by}: {flag.reason}
                </span>
              )}
            </span>,
            canWrite && flag.state === "open" ? (
              <span key="do" className="row end">
                <Decide
                  action={t("partners.dismiss")}
                  title={t("partners.dismiss_title")}
                  asksReason
                  onDecide={decide(flag.id, "dismissed")}
                />
                <Decide
                  action={t("partners.confirm_flag")}
                  title={t("partners.confirm_title", { count: flag.held })}
                  asksReason
                  dangerous
                  onDecide={decide(flag.id, "confirmed")}
                />
              </span>
            ) : (
              ""
            ),
          ],
        }))}
      />
    </Panel>
  );
}

function Evidence({ of: flag }: { readonly of: FlagView }) {
  const { t } = useTranslation("office");
  const players = flag.players.length;
  return (
    <>
      {flag.kind === "burst" && flag.from !== null && (
        <>
          {t("partners.evidence_burst", { players: count(players), before: count(flag.before ?? 0) })}{" "}
          <Moment at={flag.from} />
        </>
      )}
      {flag.kind === "minimum_deposits" &&
        t("partners.evidence_minimum", {
          players: count(players),
          depositors: count(flag.depositors ?? 0),
          month: flag.month === null ? "" : calendarMonth(flag.month),
        })}
      {flag.kind === "shared_instrument" &&
        t("partners.evidence_shared", { players: count(players), accounts: count(flag.accounts ?? 0) })}
      {flag.kind === "partner_address" &&
        t("partners.evidence_address", { players: count(players), accounts: count(flag.accounts ?? 0) })}
      <span className="block">
        {flag.players.slice(0, mostNamed).map((player, index) => (
          <span key={player.id}>
            {index > 0 && ", "}
            <PlayerLink player={player} />
          </span>
        ))}
        {players > mostNamed && ` ${t("partners.and_more", { n: count(players - mostNamed) })}`}
      </span>
    </>
  );
}
