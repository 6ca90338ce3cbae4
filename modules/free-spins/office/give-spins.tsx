import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { type CampaignView, grantFreeSpins } from "./contract.ts";

/** Grants a campaign's rounds to one player or a list of them, and says who was skipped and why. */
export function GiveSpins({ campaign, onDone }: { campaign: CampaignView; onDone(): void }) {
  const { t } = useTranslation("office");
  const [result, setResult] = useState<string>();
  return (
    <>
      <Decide
        action={t("freeSpins.give")}
        title={t("freeSpins.give_title", { title: campaign.title })}
        text={t("freeSpins.give_text")}
        asksReason
        onDecide={async (reason, key, given) => {
          const players = String(given.get("players") ?? "")
            .split(/[\s,;]+/)
            .filter(id => id !== "");
          const params = { id: campaign.id };
          const { data } = await call(grantFreeSpins, { params, body: { players, reason } }, key);
          const skipped = data.skipped.map(({ player, why }) => `${player}: ${t(`freeSpins.skipped.${why}`)}`);
          setResult([t("freeSpins.given", { n: data.granted }), ...skipped].join("\n"));
          onDone();
        }}
      >
        <label className="field">
          {t("freeSpins.list")}
          <textarea name="players" required rows={4} className="mono" />
        </label>
      </Decide>
      {result !== undefined && <output className="change">{result}</output>}
    </>
  );
}
