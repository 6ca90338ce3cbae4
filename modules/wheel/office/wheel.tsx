import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, Short } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readWheelPrizes, type WheelVersionView } from "#modules/wheel/office/contract.ts";
import { WheelDraft } from "./draft.tsx";
import { draftOf } from "./draft-fields.ts";
import { WheelPrizes } from "./wheel-prizes.tsx";

const tones = { in_force: "good", upcoming: "wait", past: "plain" } as const;
const numberOf = (version: string) => version.replace(/^wheel-/, "");

/** The prizes of the daily wheel: all versions, and a draft of the next one. */
export function WheelPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readWheelPrizes, {}, 20_000);
  const [chosen, setChosen] = useState<string>();
  return (
    <OfficePage title={t("pages.wheel")}>
      <Read of={found}>
        {({ data }) => {
          const shown =
            data.versions.find(({ version }) => version === chosen) ??
            data.versions.find(({ state }) => state === "in_force");
          return (
            <>
              <Panel title={t("wheel.versions")}>
                <Versions versions={data.versions} onShow={setChosen} />
                <p className="note muted">{t("wheel.rule")}</p>
              </Panel>
              {shown && (
                <Panel
                  title={t("wheel.version", { n: numberOf(shown.version) })}
                  aside={<Tag tone={tones[shown.state]}>{t(`wheel.state.${shown.state}`)}</Tag>}
                >
                  <WheelPrizes name={t("wheel.version", { n: numberOf(shown.version) })} {...draftOf(shown)} />
                  <p className="note muted">{t("wheel.cost_text")}</p>
                </Panel>
              )}
              {may("wheel.write") && shown && (
                <WheelDraft key={shown.version} from={shown} ceilings={data.ceilings} onSent={found.reload} />
              )}
            </>
          );
        }}
      </Read>
    </OfficePage>
  );
}

interface VersionsProps {
  readonly versions: readonly WheelVersionView[];
  onShow(version: string): void;
}

function Versions({ versions, onShow }: VersionsProps) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("wheel.versions")}
      head={[
        t("wheel.versions"),
        t("players.state"),
        t("wheel.from"),
        t("wheel.asked_by"),
        t("wheel.approved_by"),
        t("wheel.hash"),
        ">",
      ]}
      empty=""
      rows={versions.map(row => ({
        key: row.version,
        cells: [
          t("wheel.version", { n: numberOf(row.version) }),
          <Tag key="state" tone={tones[row.state]}>
            {t(`wheel.state.${row.state}`)}
          </Tag>,
          row.asked_by === null ? t("wheel.default") : <Moment key="from" at={row.from} />,
          row.asked_by ?? "—",
          row.approved_by ?? "—",
          <Short key="hash" of={row.config_hash} />,
          <button key="show" type="button" className="btn s" onClick={() => onShow(row.version)}>
            {t("wheel.show")}
          </button>,
        ],
      }))}
    />
  );
}
