import { useTranslation } from "#kit/web/texts.tsx";
import { decimal } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { baseProfile, countryProfiles, type GameKind, profileRules } from "../shared/region-profiles.ts";

const kinds: readonly GameKind[] = ["slots", "live-casino"];

/** What games of providers may and must do, by profile and rule, with the law that requires it. They are code: a change is a new version of Fairhouse. */
export function RegionRules() {
  const { t } = useTranslation("office");
  const countryName = useCountryNames();
  const columns = Object.entries(countryProfiles).flatMap(([country, profiles]) =>
    kinds.map(kind => ({ country, kind, profile: profiles[kind] })),
  );
  return (
    <Panel title={t("regions.rules.title")}>
      <p className="note muted">{t("regions.rules.about")}</p>
      <Table
        figures
        name={t("regions.rules.title")}
        head={[
          t("regions.rules.rule"),
          t("regions.rules.base"),
          ...columns.map(({ country, kind }) => `${countryName(country)}, ${t(`regions.rules.kinds.${kind}`)}`),
          t("regions.rules.law"),
        ]}
        empty=""
        rows={profileRules.map(({ rule, laws }) => ({
          key: rule,
          cells: [
            t(`regions.rules.names.${rule}`),
            <Value key="base" of={baseProfile[rule]} />,
            ...columns.map(({ country, kind, profile }) => <Value key={`${country} ${kind}`} of={profile[rule]} />),
            Object.values(laws)
              .map(law => law ?? t("regions.rules.ours"))
              .join(", "),
          ],
        }))}
      />
    </Panel>
  );
}

function Value({ of }: { readonly of: boolean | number }) {
  const { t } = useTranslation("office");
  if (typeof of === "number") return of === 0 ? "—" : t("regions.rules.seconds", { n: decimal(String(of / 1000)) });
  return <Tag tone={of ? "good" : "plain"}>{t(of ? "regions.rules.on" : "regions.rules.off")}</Tag>;
}
