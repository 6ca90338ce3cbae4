import { useTranslation } from "#kit/web/texts.tsx";
import { readEmergencies, reviewEmergencyCode } from "#modules/operators/shared/contract.ts";
import { call } from "./api.ts";
import { Decide } from "./parts/decide.tsx";
import { Moment } from "./parts/figures.tsx";
import { Panel, Read, Table, Tag } from "./parts/office-page.tsx";
import { useOfficeQuery } from "./parts/use-office-query.ts";
import { useSession } from "./session.ts";

/** One-use codes of the console: another operator reviews what was done with each. */
export function EmergenciesPanel() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const codes = useOfficeQuery(readEmergencies, {});
  const review = (id: string) => async (reason: string) => {
    await call(reviewEmergencyCode, { params: { id }, body: { reason } });
    codes.reload();
  };
  return (
    <Panel title={t("emergencies.title")}>
      <Read of={codes}>
        {({ data }) => (
          <Table
            name={t("emergencies.title")}
            head={[
              t("emergencies.operator"),
              t("emergencies.reason"),
              t("emergencies.made"),
              t("emergencies.used"),
              t("players.state"),
              ">",
            ]}
            empty={t("emergencies.none")}
            rows={data.map(code => ({
              key: code.id,
              cells: [
                <b key="operator">{code.operator}</b>,
                code.reason,
                <Moment key="made" at={code.made_at} />,
                code.used_at ? <Moment key="used" at={code.used_at} /> : t("emergencies.unused"),
                <Tag key="state" tone={code.reviewed_at ? "good" : "bad"}>
                  {t(code.reviewed_at ? "emergencies.reviewed" : "emergencies.waiting")}
                </Tag>,
                !code.reviewed_at && !code.mine && may("operators.write") ? (
                  <Decide
                    key="review"
                    action={t("emergencies.review")}
                    title={t("emergencies.dialog")}
                    text={t("emergencies.text")}
                    label={t("emergencies.found")}
                    asksReason
                    onDecide={review(code.id)}
                  />
                ) : (
                  (code.review ?? "")
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
