import { useTranslation } from "#kit/web/texts.tsx";
import {
  bookCorrection,
  type CorrectionView,
  declineCorrection,
  readCorrections,
} from "#modules/corrections/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";

const tones = { waiting: "wait", booked: "good", declined: "plain" } as const;

/** Manual corrections. One operator requests on the player's page, another decides here. */
export function CorrectionsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const corrections = useOfficeQuery(readCorrections, { query: {} }, 10_000);
  return (
    <OfficePage title={t("pages.corrections")}>
      <Panel>
        <Read of={corrections}>
          {({ data }) => (
            <Table
              name={t("pages.corrections")}
              head={[
                t("time"),
                t("player"),
                `>${t("amount")}`,
                t("reason"),
                t("corrections.asked_by"),
                t("corrections.decided_by"),
                t("players.state"),
                ">",
              ]}
              empty={t("corrections.none")}
              rows={data.map(row => ({
                key: row.id,
                cells: [
                  <Moment key="at" at={row.asked_at} />,
                  <PlayerLink key="player" player={row.player} />,
                  <b key="amount" className={row.amount.startsWith("-") ? "down" : "up"}>
                    {money(row.amount, row.currency, { signed: true })}
                  </b>,
                  <span key="reason" className="reason">
                    {row.reason}
                  </span>,
                  row.asked_by,
                  row.decided_by ?? "—",
                  <Tag key="state" tone={tones[row.status]}>
                    {t(`corrections.${row.status}`)}
                  </Tag>,
                  row.status === "waiting" && may("corrections.approve") ? (
                    row.mine ? (
                      <span key="do" className="muted sm">
                        {t("corrections.other_person")}
                      </span>
                    ) : (
                      <Decisions key="do" row={row} done={corrections.reload} />
                    )
                  ) : (
                    ""
                  ),
                ],
              }))}
            />
          )}
        </Read>
        <p className="note muted sm">{t("corrections.rule")}</p>
      </Panel>
    </OfficePage>
  );
}

function Decisions({ row, done }: { row: CorrectionView; done(): void }) {
  const { t } = useTranslation("office");
  const facts = { sum: money(row.amount, row.currency, { signed: true }), name: row.player.name };
  return (
    <span className="row end">
      <Decide
        action={t("corrections.book")}
        title={t("corrections.book_title", facts)}
        text={`${row.asked_by}: ${row.reason}`}
        onDecide={async (_reason, key) => {
          await call(bookCorrection, { params: { id: row.id } }, key);
          done();
        }}
      />
      <Decide
        action={t("payouts.decline")}
        title={t("corrections.decline_title", facts)}
        text={`${row.asked_by}: ${row.reason}`}
        asksReason
        dangerous
        onDecide={async (reason, key) => {
          await call(declineCorrection, { params: { id: row.id }, body: { reason } }, key);
          done();
        }}
      />
    </span>
  );
}
