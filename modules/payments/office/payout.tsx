import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readPayout } from "#modules/payments/office/contract.ts";
import { PaidBy } from "./paid-by.tsx";
import { PayoutState } from "./payout-state.tsx";
import { Timeline } from "./timeline.tsx";

/** One payout and its timeline. */
export function PayoutPage() {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const found = useOfficeQuery(readPayout, { params: { id } }, 10_000);
  return (
    <OfficePage title={t("timeline.payout")}>
      <Read of={found}>
        {({ data: { payout, provider, ...timeline } }) => (
          <>
            <Panel title={money(payout.amount, payout.currency)} aside={<PayoutState payout={payout} />}>
              <dl className="pad">
                <div className="row">
                  <dt>{t("player")}</dt>
                  <dd>
                    <PlayerLink player={payout.player} />
                  </dd>
                </div>
                <div className="row">
                  <dt>{t("method")}</dt>
                  <dd>
                    <PaidBy payout={payout} />
                  </dd>
                </div>
                <div className="row">
                  <dt>{t("payments.provider")}</dt>
                  <dd>{provider}</dd>
                </div>
                <div className="row">
                  <dt>{t("timeline.id")}</dt>
                  <dd>
                    <span className="mono">{payout.id}</span>
                  </dd>
                </div>
              </dl>
            </Panel>
            <Timeline timeline={timeline} currency={payout.currency} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}
