import { useTranslation } from "#kit/web/texts.tsx";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readReport } from "./contract.ts";

const tones = { too_few: "wait", no_difference: "plain", more: "good", less: "bad" } as const;

/** What a campaign's players brought beside its control group, and whether that can be chance. */
export function CampaignReport({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const report = useOfficeQuery(readReport, { params: { id } });
  return (
    <Read of={report}>
      {({ data: { currency, treated, control, difference, verdict, sample } }) => (
        <>
          <p className="row wrap note">
            <Tag tone={tones[verdict]}>{t(`targeted.verdicts.${verdict}`, { sample: count(sample) })}</Tag>
            {difference && (
              <span>
                {t("targeted.difference", {
                  mean: money(difference.mean, currency),
                  low: money(difference.low, currency),
                  high: money(difference.high, currency),
                })}
              </span>
            )}
          </p>
          <Table
            figures
            name={t("targeted.report")}
            head={[t("targeted.group"), `>${t("targeted.players")}`, `>${t("targeted.ngr")}`]}
            empty=""
            rows={[
              { key: "treated", cells: [t("targeted.treated"), count(treated.players), money(treated.mean, currency)] },
              {
                key: "control",
                cells: [t("targeted.controls"), count(control.players), money(control.mean, currency)],
              },
            ]}
          />
          <p className="note muted">{t("targeted.report_text")}</p>
        </>
      )}
    </Read>
  );
}
