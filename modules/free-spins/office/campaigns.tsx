import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { NewCampaign } from "./campaign-form.tsx";
import { type CampaignView, cancelCampaign, readCampaigns, startCampaign } from "./contract.ts";
import { GiveSpins } from "./give-spins.tsx";
import { Grants } from "./grants.tsx";

const tones: Readonly<Record<CampaignView["state"], Tone>> = {
  draft: "wait",
  open: "good",
  cancelled: "bad",
  expired: "plain",
};

/** Campaigns of free spins: what they give, what they cost, and who has them. */
export function CampaignsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const campaigns = useOfficeQuery(readCampaigns, {}, 15_000);
  const [shown, setShown] = useState<string>();
  const games = campaigns.data?.data.games ?? [];
  const opened = campaigns.data?.data.campaigns.find(({ id }) => id === shown);
  return (
    <OfficePage
      title={t("pages.campaigns")}
      aside={may("campaigns.write") && games.length > 0 && <NewCampaign games={games} onDone={campaigns.reload} />}
    >
      <Panel>
        <Read of={campaigns}>
          {({ data }) => (
            <Table
              name={t("pages.campaigns")}
              head={[
                t("freeSpins.title"),
                t("freeSpins.gives"),
                `>${t("freeSpins.granted")}`,
                `>${t("freeSpins.expected")}`,
                `>${t("freeSpins.won")}`,
                `>${t("freeSpins.players")}`,
                t("freeSpins.expires"),
                t("players.state"),
                ">",
              ]}
              empty={t("freeSpins.none")}
              rows={data.campaigns.map(each => ({
                key: each.id,
                cells: [
                  <span key="title">
                    <b>{each.title}</b> <span className="muted">{each.created_by}</span>
                  </span>,
                  <span key="terms">
                    {t("freeSpins.terms", {
                      count: each.count,
                      game: each.game,
                      stake: money(each.bet, each.currency),
                    })}
                    {each.wins === "bonus" && <span className="muted block">{t("freeSpins.win_kinds.bonus")}</span>}
                  </span>,
                  <span key="granted">
                    {t("freeSpins.of", {
                      part: money(each.granted, each.currency),
                      all: money(each.cost_cap, each.currency),
                    })}
                    {each.reserved !== "0" && (
                      <span className="muted block">
                        {t("freeSpins.reserved", { sum: money(each.reserved, each.currency) })}
                      </span>
                    )}
                  </span>,
                  money(each.expected_cost, each.currency),
                  money(each.won, each.currency),
                  t("freeSpins.players_left", { players: count(each.players), left: count(each.left) }),
                  <Moment key="until" at={each.expires_at} />,
                  <Tag key="state" tone={tones[each.state]}>
                    {t(`freeSpins.states.${each.state}`)}
                  </Tag>,
                  <span key="do">
                    <button
                      type="button"
                      className="btn s"
                      aria-expanded={shown === each.id}
                      onClick={() => setShown(shown === each.id ? undefined : each.id)}
                    >
                      {t("freeSpins.show")}
                    </button>{" "}
                    <Actions campaign={each} onDone={campaigns.reload} />
                  </span>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      {opened && <Grants key={opened.id} campaign={opened.id} currency={opened.currency} />}
    </OfficePage>
  );
}

function Actions({ campaign, onDone }: { campaign: CampaignView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, title, state, needs_approval: needsApproval } = campaign;
  return (
    <>
      {state === "draft" && may("campaigns.start") && (
        <Decide
          action={t(needsApproval ? "freeSpins.ask_start" : "freeSpins.start")}
          title={t("freeSpins.start_title", { title })}
          text={t(needsApproval ? "freeSpins.ask_start_text" : "freeSpins.start_text")}
          asksReason
          onDecide={async (reason, key) => {
            await call(startCampaign, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}{" "}
      {state === "open" && campaign.wins === "real" && may("campaigns.start") && (
        <GiveSpins campaign={campaign} onDone={onDone} />
      )}{" "}
      {(state === "draft" || state === "open") && may("campaigns.write") && (
        <Decide
          action={t("freeSpins.end")}
          title={t("freeSpins.end_title", { title })}
          text={t("freeSpins.end_text")}
          dangerous
          asksReason
          onDecide={async (reason, key) => {
            await call(cancelCampaign, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
    </>
  );
}
