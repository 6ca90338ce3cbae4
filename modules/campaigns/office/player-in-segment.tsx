import { useState } from "react";
import { parseUuid } from "#kit/std/brand.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Reasons } from "#modules/conditions/office/reasons.tsx";
import { Panel, Read, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { explainPlayer } from "./contract.ts";

/** Why one player is in the segment or out of it. */
export function PlayerInSegment({ rule }: { readonly rule: string }) {
  const { t } = useTranslation("office");
  const [typed, setTyped] = useState("");
  const player = parseUuid(typed.trim());
  return (
    <Panel title={t("segments.why")}>
      <label className="field note">
        {t("segments.player_id")}
        <input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </label>
      {player && <Answer rule={rule} player={player} />}
    </Panel>
  );
}

function Answer({ rule, player }: { readonly rule: string; readonly player: string }) {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(explainPlayer, { query: { rule, player } });
  return (
    <Read of={found}>
      {({ data: { matches, blocked_by: blocked, reasons } }) => (
        <div className="note">
          <p className="row wrap">
            <Tag tone={matches && blocked.length === 0 ? "good" : "bad"}>
              {t(!matches ? "segments.out" : blocked.length > 0 ? "segments.blocked" : "segments.in")}
            </Tag>
            {blocked.map(why => (
              <Tag key={why} tone="bad">
                {why}
              </Tag>
            ))}
          </p>
          <Reasons reasons={reasons} />
        </div>
      )}
    </Read>
  );
}
