import { useTranslation } from "#kit/web/texts.tsx";
import { readCampaigns as readFreeSpins } from "#modules/free-spins/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { NewBonusCampaign } from "./campaign-form.tsx";
import { activateBonusCampaign, type CampaignView, pauseBonusCampaign, readBonusCampaigns } from "./contract.ts";
import { NewPromoCodes } from "./promo-codes.tsx";

const tones: Readonly<Record<CampaignView["state"], Tone>> = {
  draft: "wait",
  active: "good",
  paused: "bad",
  over: "plain",
};

/** Bonus campaigns: their terms, what of the budget is held, and what they have cost. */
export function BonusCampaignsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const campaigns = useOfficeQuery(readBonusCampaigns, {}, 15_000);
  const spins = useOfficeQuery(readFreeSpins, {}, 60_000).data?.data.campaigns ?? [];
  const freeSpins = spins.filter(({ wins, state }) => wins === "bonus" && (state === "draft" || state === "open"));
  const of = (part: string, all: string, currency: string) =>
    t("freeSpins.of", { part: money(part, currency), all: money(all, currency) });
  return (
    <OfficePage
      title={t("pages.bonuses")}
      aside={may("campaigns.write") && <NewBonusCampaign freeSpins={freeSpins} onDone={campaigns.reload} />}
    >
      <Panel>
        <Read of={campaigns}>
          {({ data }) => (
            <Table
              name={t("pages.bonuses")}
              head={[
                t("freeSpins.title"),
                t("freeSpins.gives"),
                `>${t("bonuses.held")}`,
                `>${t("bonuses.claims")}`,
                `>${t("bonuses.released")}`,
                t("bonuses.ends"),
                t("players.state"),
                ">",
              ]}
              empty={t("freeSpins.none")}
              rows={data.map(each => ({
                key: each.id,
                cells: [
                  <span key="name">
                    <b>{each.name}</b> <span className="muted">{each.created_by}</span>
                    {each.codes.map(({ word, codes, uses, used }) => (
                      <span key={word} className="muted block">
                        {word ?? t("bonuses.batch", { count: count(codes) })}{" "}
                        {t("freeSpins.of", { part: count(used), all: count(uses) })}
                      </span>
                    ))}
                  </span>,
                  <span key="gives">
                    {each.rounds
                      ? t("bonuses.of_free_spins", {
                          terms: t("freeSpins.terms", {
                            count: each.rounds.count,
                            stake: money(each.rounds.bet, each.currency),
                            game: each.rounds.game,
                          }),
                          wager: each.wager,
                        })
                      : each.percent === null
                        ? t("bonuses.gift", { sum: money(each.amount, each.currency), wager: each.wager })
                        : t("bonuses.share", {
                            percent: each.percent,
                            sum: money(each.amount, each.currency),
                            wager: each.wager,
                          })}
                    <span className="muted block">{t(`bonuses.products.${each.product}`)}</span>
                  </span>,
                  of(each.held, each.budget, each.currency),
                  count(each.claims),
                  of(each.released, each.given, each.currency),
                  <Moment key="ends" at={each.ends_at} />,
                  <Tag key="state" tone={tones[each.state]}>
                    {t(`bonuses.states.${each.state}`)}
                  </Tag>,
                  <Actions key="do" campaign={each} onDone={campaigns.reload} />,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}

function Actions({ campaign, onDone }: { campaign: CampaignView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, name, state } = campaign;
  const asks = campaign.needs_approval && state === "draft";
  return (
    <>
      {campaign.by_code && state !== "over" && may("campaigns.write") && (
        <NewPromoCodes campaign={campaign} onDone={onDone} />
      )}
      {(state === "draft" || state === "paused") && may("campaigns.start") && (
        <Decide
          action={t(asks ? "freeSpins.ask_start" : "bonuses.activate")}
          title={t("bonuses.activate_title", { name })}
          text={t(asks ? "bonuses.ask_text" : "bonuses.activate_text")}
          asksReason
          onDecide={async (reason, key) => {
            await call(activateBonusCampaign, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
      {state === "active" && may("campaigns.write") && (
        <Decide
          action={t("bonuses.pause")}
          title={t("bonuses.pause_title", { name })}
          text={t("bonuses.pause_text")}
          dangerous
          asksReason
          onDecide={async (reason, key) => {
            await call(pauseBonusCampaign, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
    </>
  );
}
