import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { WrittenTexts } from "#modules/notifications/office/written-texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { NewCampaign } from "./campaign-form.tsx";
import { type CampaignView, changeCampaign, readCampaigns, readSegments, startCampaign } from "./contract.ts";
import { CampaignReport } from "./report.tsx";
import { useScheduleText } from "./use-schedule-text.ts";

const tones: Readonly<Record<CampaignView["state"], Tone>> = {
  draft: "wait",
  active: "good",
  paused: "bad",
  finished: "plain",
  stopped: "bad",
  over: "plain",
};

/** Campaigns: whom they reach, what they give, when, and what of the budget is held. */
export function TargetedCampaignsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const campaigns = useOfficeQuery(readCampaigns, {}, 5_000);
  // Loaded with the page: nothing is loaded while a dialog is open.
  const segments = useOfficeQuery(readSegments, {});
  return (
    <OfficePage
      title={t("pages.targeted")}
      aside={
        may("campaigns.write") &&
        campaigns.data &&
        segments.data && (
          <NewCampaign
            bonuses={campaigns.data.data.bonuses}
            freeSpins={campaigns.data.data.free_spins}
            missions={campaigns.data.data.missions}
            segments={segments.data.data.segments}
            onDone={campaigns.reload}
          />
        )
      }
    >
      <Read of={campaigns}>
        {({ data }) =>
          data.campaigns.length === 0 ? (
            <Panel>
              <p className="note muted">{t("targeted.none")}</p>
            </Panel>
          ) : (
            data.campaigns.map(each => <Campaign key={each.id} campaign={each} onDone={campaigns.reload} />)
          )
        }
      </Read>
    </OfficePage>
  );
}

function Campaign({ campaign, onDone }: { readonly campaign: CampaignView; onDone(): void }) {
  const { t } = useTranslation("office");
  const scheduleText = useScheduleText();
  const { name, segment, sentence, gift, currency, budget, held, control, zone, schedule, state, players } = campaign;
  return (
    <Panel title={name} aside={<Actions campaign={campaign} onDone={onDone} />}>
      <p className="row wrap note">
        <Tag tone={tones[state]}>{t(`targeted.states.${state}`)}</Tag>
        <span>{t("targeted.granted", { players: count(players.granted) })}</span>
        {players.due > 0 && <span>{t("targeted.due", { players: count(players.due) })}</span>}
        {players.refused > 0 && <span>{t("targeted.refused", { players: count(players.refused) })}</span>}
        {control > 0 && (
          <span>{t("targeted.control_of", { players: count(players.control), percent: control / 10 })}</span>
        )}
      </p>
      <p className="note">
        {t(`targeted.gives_of.${gift.kind}`, {
          name: gift.name,
          sum: money(campaign.per_player, currency),
          days: gift.days ?? 0,
        })}{" "}
        {gift.kind !== "message" && t("freeSpins.of", { part: money(held, currency), all: money(budget, currency) })}
      </p>
      {gift.texts && <WrittenTexts texts={gift.texts} />}
      <p className="note">
        {t("targeted.segment_of", { name: segment.name, version: segment.version })} {sentence}
      </p>
      <p className="row wrap note muted">
        <span>
          {scheduleText(schedule)} {"time" in schedule && `(${zone})`}
        </span>
        {campaign.next_at && (
          <span>
            {t("targeted.next")} <Moment at={campaign.next_at} />
          </span>
        )}
        <span>
          {t("bonuses.ends")} <Moment at={campaign.ends_at} />
        </span>
        <span>
          {campaign.started_by === null ? campaign.created_by : `${campaign.created_by} → ${campaign.started_by}`}
        </span>
      </p>
      {campaign.announce.length > 0 && (
        <p className="note">
          {t("targeted.announced", {
            channels: campaign.announce.map(channel => t(`targeted.channels.${channel}`)).join(", "),
            sent: count(campaign.messages.sent),
            waiting: count(campaign.messages.waiting),
            dropped: count(campaign.messages.dropped),
          })}
        </p>
      )}
      {state !== "draft" && <Report id={campaign.id} />}
    </Panel>
  );
}

function Report({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const [open, setOpen] = useState(false);
  return (
    <details className="note" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("targeted.report")}</summary>
      {open && <CampaignReport id={id} />}
    </details>
  );
}

function Actions({ campaign, onDone }: { readonly campaign: CampaignView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, name, gift, state, needs_approval: needsApproval } = campaign;
  const asks = needsApproval && state === "draft";
  const askText = gift.kind === "message" ? "targeted.message_ask_text" : "bonuses.ask_text";
  const to = (next: "paused" | "stopped") => async (reason: string, key: string) => {
    await call(changeCampaign, { params: { id }, body: { to: next, reason } }, key);
    onDone();
  };
  return (
    <span className="row">
      {(state === "draft" || state === "paused") && may("campaigns.start") && (
        <Decide
          action={t(asks ? "freeSpins.ask_start" : state === "draft" ? "targeted.start" : "targeted.resume")}
          title={t("targeted.start_title", { name })}
          text={t(asks ? askText : "targeted.start_text")}
          asksReason
          onDecide={async (reason, key) => {
            await call(startCampaign, { params: { id }, body: { reason } }, key);
            onDone();
          }}
        />
      )}
      {state === "active" && may("campaigns.write") && (
        <Decide
          action={t("bonuses.pause")}
          title={t("bonuses.pause_title", { name })}
          text={t("targeted.pause_text")}
          dangerous
          asksReason
          onDecide={to("paused")}
        />
      )}
      {(state === "active" || state === "paused") && may("campaigns.write") && (
        <Decide
          action={t("targeted.stop")}
          title={t("targeted.stop_title", { name })}
          text={t("targeted.stop_text")}
          dangerous
          asksReason
          onDecide={to("stopped")}
        />
      )}
    </span>
  );
}
