import { useTranslation } from "#kit/web/texts.tsx";
import { coinNames, coins } from "#modules/crypto/shared/coins.ts";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readDeposits, readMethods } from "#modules/payments/office/contract.ts";
import { depositMethods } from "#modules/payments/shared/methods.ts";
import { MethodLimits } from "./limits.tsx";
import { MethodSwitches, useMethodName } from "./methods.tsx";

/** Keyed by invoice state. */
const states: Readonly<Record<number, readonly [string, Tone]>> = {
  1: ["created", "plain"],
  2: ["waiting", "info"],
  3: ["paid", "good"],
  4: ["expired", "plain"],
  5: ["declined", "bad"],
  6: ["cancelled", "plain"],
};

/** Deposit methods and deposits. */
export function PaymentsPage() {
  const { t } = useTranslation("office");
  const nameOf = useMethodName();
  const methods = useOfficeQuery(readMethods, {});
  const deposits = useOfficeQuery(readDeposits, { query: {} }, 15_000);
  return (
    <OfficePage title={t("pages.payments")}>
      <MethodSwitches methods={methods} />
      <MethodLimits methods={methods} />
      <Panel title={t("payments.newest")}>
        <Read of={deposits}>
          {({ data }) => (
            <Table
              name={t("payments.newest")}
              head={[
                t("players.no"),
                t("time"),
                t("player"),
                t("method"),
                `>${t("payments.asked")}`,
                `>${t("payments.credited")}`,
                `>${t("payments.held")}`,
                ">",
              ]}
              empty={t("payments.none")}
              rows={data.map(deposit => {
                const [word, tone] = states[deposit.status] ?? (["created", "plain"] as const);
                const paidBy = methodOf(deposit.method);
                return {
                  key: deposit.id,
                  cells: [
                    <span key="no" className="mono muted">
                      {shortId(deposit.id)}
                    </span>,
                    <Moment key="at" at={deposit.created_at} />,
                    <PlayerLink key="player" player={deposit.player} />,
                    paidBy ? nameOf(paidBy) : deposit.method,
                    money(deposit.amount, deposit.currency),
                    <b key="credited">{money(deposit.credited, deposit.currency)}</b>,
                    money(deposit.held, deposit.currency),
                    <Tag key="state" tone={tone}>
                      {t(`payments.${word}`)}
                    </Tag>,
                  ],
                };
              })}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}

/** The display name of a deposit method: a method of a payment provider, or a coin. */
function methodOf(hash: string) {
  const coin = coinNames.find(name => name === hash);
  return coin ? { name: coins[coin].label } : depositMethods.find(method => method.hash === hash);
}
