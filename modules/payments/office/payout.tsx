import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { PlayerHarm } from "#modules/harm/office/markers-table.tsx";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type DoubtedRoundView, readPayout } from "#modules/payments/office/contract.ts";
import { PlayerRisk } from "#modules/risk/office/signals-table.tsx";
import { PayoutQuestionPanel } from "./ask-player.tsx";
import { PaidBy } from "./paid-by.tsx";
import { PayoutDecisions } from "./payout-decisions.tsx";
import { PayoutClaim, SharedWith, Wagered } from "./payout-facts.tsx";
import { PayoutState } from "./payout-state.tsx";
import { Timeline } from "./timeline.tsx";
import { waitsForApproval } from "./use-payout-actions.ts";

/** One payout, its decision and its timeline. */
export function PayoutPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id = "" } = useParams();
  const found = useOfficeQuery(readPayout, { params: { id } }, 10_000);
  return (
    <OfficePage
      title={t("timeline.payout")}
      aside={
        may("payouts.approve") &&
        found.data &&
        waitsForApproval(found.data.data.payout) && (
          <PayoutClaim payout={found.data.data.payout} onClaimed={found.reload} />
        )
      }
    >
      <Read of={found}>
        {({ data: { payout, provider, doubted, ...timeline } }) => (
          <>
            <Panel
              title={money(payout.amount, payout.currency)}
              aside={
                <span className="row wrap end">
                  <PayoutState payout={payout} />
                  {may("payouts.approve") && <PayoutDecisions payout={payout} onDecided={found.reload} />}
                </span>
              }
            >
              <Facts
                layout="split"
                of={[
                  [t("player"), <PlayerLink key="player" player={payout.player} />],
                  [
                    t("method"),
                    <span key="method" className="row wrap">
                      <PaidBy payout={payout} />
                      <SharedWith count={payout.shared_with} />
                    </span>,
                  ],
                  [t("payments.provider"), provider],
                  ...(payout.worth === null ? [] : [[t("payouts.worth"), money(payout.worth, "EUR")] as const]),
                  [t("payouts.wagered"), <Wagered key="wagered" percentage={payout.wagered} />],
                  ...(may("risk.read")
                    ? [
                        [
                          t("players.risk"),
                          <PlayerRisk key="risk" id={payout.player.id} score={payout.risk} />,
                        ] as const,
                      ]
                    : []),
                  ...(may("harm.read")
                    ? [
                        [
                          t("players.harm"),
                          <PlayerHarm key="harm" id={payout.player.id} score={payout.harm} />,
                        ] as const,
                      ]
                    : []),
                  ...(payout.waits_for.length > 0
                    ? [[t("why"), payout.waits_for.map(word => t.in("waits", word)).join(", ")] as const]
                    : []),
                  [t("timeline.id"), payout.id],
                ]}
              />
            </Panel>
            <PayoutQuestionPanel payout={payout} />
            {doubted.length > 0 && <DoubtedWins rounds={doubted} />}
            <Timeline timeline={timeline} currency={payout.currency} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}

interface DoubtedWinsProps {
  readonly rounds: readonly DoubtedRoundView[];
}

/** Big wins that the payout waits for, or waited for until operators released it. */
function DoubtedWins({ rounds }: DoubtedWinsProps) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("payouts.doubted")}>
      <Table
        name={t("payouts.doubted")}
        head={[t("payouts.doubted_round"), t("payouts.doubted_game"), t("why"), t("payouts.doubted_found")]}
        empty=""
        rows={rounds.map(({ round, game, doubt, found }) => ({
          key: round,
          cells: [
            <a key="round" className="link mono" href={publicRecordOf(round)} target="_blank" rel="noreferrer">
              {round}
            </a>,
            game,
            <b key="doubt" className="bad">
              {t.in("waits", doubt)}
            </b>,
            <span key="found" className="change mono">
              {found.join(" ")}
            </span>,
          ],
        }))}
      />
    </Panel>
  );
}

/** The site's page on which anybody can verify the round. */
function publicRecordOf(round: string): string {
  return `${location.protocol}//${location.host.replace(/^office\./, "")}/verify/${round}`;
}
