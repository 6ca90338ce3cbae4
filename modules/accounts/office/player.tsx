import { type ReactNode, useState } from "react";
import { Link, Navigate, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { endPlayerSessions, readPlayer } from "#modules/accounts/office/contract.ts";
import { PlayerFreeBets } from "#modules/bonuses/office/free-bets.tsx";
import { PlayerBonuses } from "#modules/bonuses/office/player-bonuses.tsx";
import { Correction } from "#modules/corrections/office/correction.tsx";
import { OfferHold } from "#modules/limits/office/offer-hold.tsx";
import { OperatorLimits } from "#modules/limits/office/operator-limits.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { OfficePage, Read } from "#modules/operators/office/parts/office-page.tsx";
import { PlayerTabs } from "#modules/operators/office/parts/player-tabs.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { PlayerDeposits } from "#modules/payments/office/player-deposits.tsx";
import { Payouts } from "#modules/payments/office/player-payouts.tsx";
import { DataRights } from "#modules/privacy/office/data-rights.tsx";
import { LinkedAccounts } from "#modules/risk/office/links-table.tsx";
import { Account } from "./account.tsx";
import { AuditActions } from "./audit-actions.tsx";
import { Ledger } from "./ledger.tsx";
import { Lock } from "./lock.tsx";
import { Money, UsedLimits } from "./money.tsx";
import { PlayerNotes } from "./player-notes.tsx";
import { Reveal } from "./reveal.tsx";
import { Sessions } from "./sessions.tsx";
import type { Player } from "./shown-player.ts";
import { PlayerTags } from "./tags.tsx";

interface TabProps {
  readonly id: string;
  readonly data: Player;
  reload(): void;
}

/** One player: the account, and what belongs to it by tabs, each with an address of its own. */
export function PlayerPage() {
  const { t } = useTranslation("office");
  const { id = "", tab = "" } = useParams();
  const { may } = useSession();
  const player = useOfficeQuery(readPlayer, { params: { id } });
  const [request, setRequest] = useState<string>();
  /** The player whose correction was submitted here. */
  const [corrected, setCorrected] = useState<string>();
  const name = player.data?.data.person.name ?? t("player");
  const Shown = Object.hasOwn(tabs, tab) ? tabs[tab] : undefined;
  if (!Shown) return <Navigate to={`/players/${id}`} replace />;
  return (
    <OfficePage
      title={name}
      aside={
        <>
          {may("corrections.request") && player.data && (
            <Correction id={id} player={player.data.data} onAsked={() => setCorrected(id)} />
          )}
          {may("players.lock") && player.data && (
            <Lock person={player.data.data.person} onChanged={player.reload} onAsked={setRequest} />
          )}
          {may("players.sessions.end") && (
            <Decide
              action={t("players.sign_out")}
              title={t("players.sign_out_title", { name })}
              text={t("players.sign_out_text")}
              asksReason
              dangerous
              onDecide={async reason => {
                await call(endPlayerSessions, { params: { id }, body: { reason } });
                player.reload();
              }}
            />
          )}
        </>
      }
    >
      {player.data && <PlayerTags person={player.data.data.person} onChanged={player.reload} />}
      <PlayerTabs id={id} />
      <AskedNote request={request} />
      <div role="status">
        {corrected === id && (
          <p className="note">
            {t("corrections.asked")}{" "}
            <Link className="link" to="/corrections">
              {t("pages.corrections")}
            </Link>
          </p>
        )}
      </div>
      <Read of={player}>{({ data }) => <Shown id={id} data={data} reload={player.reload} />}</Read>
    </OfficePage>
  );
}

/** By the last part of the address. The tabs of other modules have pages of their own. */
const tabs: Readonly<Record<string, (props: TabProps) => ReactNode>> = {
  "": Overview,
  money: MoneyTab,
  bonuses: BonusesTab,
  limits: ({ id, data }) => (
    <>
      <UsedLimits data={data} />
      <OperatorLimits id={id} currency={data.person.currency ?? data.balances[0]?.currency ?? "EUR"} />
      <OfferHold id={id} />
    </>
  ),
  sessions: ({ data }) => <Sessions sessions={data.sessions} />,
  linked: ({ id }) => <LinkedAccounts id={id} />,
  notes: PlayerNotes,
  data: ({ id }) => <DataRights id={id} />,
  staff: ({ id }) => <AuditActions id={id} />,
};

function Overview({ id, data, reload }: TabProps) {
  const { may } = useSession();
  return (
    <>
      <div className="two">
        <Account data={data} reload={reload} />
        <Money data={data} />
      </div>
      {may("players.reveal") && <Reveal id={id} />}
      <PlayerNotes data={data} id={id} reload={reload} />
    </>
  );
}

function MoneyTab({ id, data }: TabProps) {
  const { may } = useSession();
  return (
    <>
      <Ledger id={id} first={data.person.currency ?? data.balances[0]?.currency ?? "EUR"} />
      {may("payments.read") && <PlayerDeposits id={id} />}
      {may("payouts.read") && <Payouts id={id} />}
    </>
  );
}

function BonusesTab({ id }: TabProps) {
  return (
    <>
      <PlayerBonuses id={id} />
      <PlayerFreeBets id={id} />
    </>
  );
}
