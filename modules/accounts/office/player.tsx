import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { endPlayerSessions, readPlayer } from "#modules/accounts/office/contract.ts";
import { PlayerFreeBets } from "#modules/bonuses/office/free-bets.tsx";
import { PlayerBonuses } from "#modules/bonuses/office/player-bonuses.tsx";
import { Correction } from "#modules/corrections/office/correction.tsx";
import { OfferHold } from "#modules/limits/office/offer-hold.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { OfficePage, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { Payouts } from "#modules/payments/office/player-payouts.tsx";
import { LinkedAccounts } from "#modules/risk/office/links-table.tsx";
import { Account } from "./account.tsx";
import { AuditActions } from "./audit-actions.tsx";
import { Ledger } from "./ledger.tsx";
import { Money } from "./money.tsx";
import { PlayerNotes } from "./player-notes.tsx";
import { Reveal } from "./reveal.tsx";
import { Sessions } from "./sessions.tsx";

/** Everything an operator can see of one player. */
export function PlayerPage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const { may } = useSession();
  const player = useOfficeQuery(readPlayer, { params: { id } });
  const name = player.data?.data.person.name ?? t("player");
  return (
    <OfficePage
      title={name}
      aside={
        <>
          <Link className="btn s" to={`/players/${id}/timeline`}>
            {t("history.title")}
          </Link>
          {may("harm.read") && (
            <Link className="btn s" to={`/harm/${id}`}>
              {t("harm.link")}
            </Link>
          )}
          {may("risk.read") && (
            <Link className="btn s" to={`/risk/${id}`}>
              {t("risk.link")}
            </Link>
          )}
          {may("corrections.request") && player.data && <Correction id={id} player={player.data.data} />}
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
      <Read of={player}>
        {({ data }) => (
          <>
            <div className="two">
              <Account data={data} reload={player.reload} />
              <Money data={data} />
            </div>
            {may("players.reveal") && <Reveal id={id} />}
            {may("risk.read") && <LinkedAccounts id={id} />}
            <Ledger id={id} first={data.person.currency ?? data.balances[0]?.currency ?? "EUR"} />
            <div className="two">
              {may("payouts.read") && <Payouts id={id} />}
              <PlayerNotes data={data} id={id} reload={player.reload} />
            </div>
            <OfferHold id={id} />
            {may("campaigns.read") && <PlayerBonuses id={id} />}
            {may("campaigns.read") && <PlayerFreeBets id={id} />}
            <Sessions sessions={data.sessions} />
            {may("audit.read") && <AuditActions id={id} />}
          </>
        )}
      </Read>
    </OfficePage>
  );
}
