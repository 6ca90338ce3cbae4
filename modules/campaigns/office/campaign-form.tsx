import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type GiftKind, giftKinds, mostFreeBetDays } from "#modules/campaigns/shared/gift.ts";
import { campaignEvents, type Schedule, scheduleKinds } from "#modules/campaigns/shared/schedule.ts";
import { noText, TextFields, type Texts, writtenIn } from "#modules/notifications/office/text-fields.tsx";
import { type OfferChannel, offerChannels } from "#modules/notifications/shared/offers.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { NumberField } from "#modules/operators/office/parts/number-field.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";
import { instantOf, TimeField } from "#modules/operators/office/parts/time-field.tsx";
import { CampaignCost, type CostOf, costOfBonus, costOfMission, costOfSpins } from "./campaign-cost.tsx";
import {
  createCampaign,
  type GiftBody,
  type SegmentView,
  type TargetedBonus,
  type TargetedFreeSpins,
  type TargetedMission,
} from "./contract.ts";
import { weekdayOf } from "./use-schedule-text.ts";

/** Zones that are offered first; any other can be typed. */
const zones = ["Asia/Almaty", "Europe/Moscow", "Europe/Berlin", "Asia/Kolkata", "America/New_York", "Etc/UTC"];

interface Offered {
  readonly bonuses: readonly TargetedBonus[];
  readonly freeSpins: readonly TargetedFreeSpins[];
  readonly missions: readonly TargetedMission[];
  readonly segments: readonly Pick<SegmentView, "id" | "name" | "rule">[];
}

/** Drafts a campaign; the server refuses terms that the rules do not allow. */
export function NewCampaign({ onDone, ...offered }: Offered & { onDone(): void }) {
  const { t } = useTranslation("office");
  const [texts, setTexts] = useState<Texts>({});
  return (
    <Decide
      primary
      action={t("targeted.new")}
      title={t("targeted.new")}
      text={t("targeted.new_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const body = {
          name: text("name"),
          segment: text("segment"),
          gift: giftIn(given, texts),
          ...(text("gift") !== "message" && { budget: sumOf(given, "budget") }),
          control: Math.round(Number(text("control")) * 10),
          sample: Number(text("sample")),
          schedule: scheduleIn(given),
          zone: text("zone") || "Etc/UTC",
          ends_at: instantOf(given, "ends_at"),
          announce: offerChannels.filter(channel => given.has(`announce_${channel}`)),
          reason,
        };
        await call(createCampaign, { body }, key);
        onDone();
      }}
    >
      <Fields {...offered} texts={texts} onWrite={setTexts} />
    </Decide>
  );
}

function giftIn(given: FormData, texts: Texts): GiftBody {
  const text = (name: string) => String(given.get(name) ?? "");
  if (text("gift") === "message")
    return {
      kind: "message",
      texts: Object.fromEntries(writtenIn(texts).map(locale => [locale, texts[locale] ?? noText])),
    };
  if (text("gift") === "free_bet")
    return {
      kind: "free_bet",
      amount: sumOf(given, "amount"),
      currency: text("currency"),
      days: Number(text("days")),
    };
  const kind = text("gift");
  return { kind: kind === "free_spins" || kind === "mission" ? kind : "bonus", id: text("given") };
}

function scheduleIn(given: FormData): Schedule {
  const text = (name: string) => String(given.get(name) ?? "");
  const time = text("time");
  if (text("schedule") === "entered") return { kind: "entered" };
  if (text("schedule") === "event")
    return { kind: "event", on: campaignEvents.find(each => each === text("event")) ?? "registration" };
  if (text("schedule") === "once") return { kind: "once", day: text("day"), time };
  if (text("schedule") === "daily") return { kind: "daily", time };
  return { kind: "weekly", weekday: Number(text("weekday")), time };
}

interface FieldsProps extends Offered {
  readonly texts: Texts;
  onWrite(texts: Texts): void;
}

function Fields({ segments, texts, onWrite, ...gifts }: FieldsProps) {
  const { t } = useTranslation("office");
  const [kind, setKind] = useState<GiftKind>("bonus");
  const [chosen, setChosen] = useState<string | undefined>(segments[0]?.id);
  const [gift, setGift] = useState<CostOf | undefined>(() => costOfBonus(gifts.bonuses[0]));
  const rule = segments.find(({ id }) => id === chosen)?.rule;
  return (
    <>
      <label className="field">
        {t("targeted.name")}
        <input name="name" required maxLength={80} autoComplete="off" />
      </label>
      <label className="field">
        {t("targeted.segment")}
        <select name="segment" required value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {segments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <GiftFields {...gifts} kind={kind} onKind={setKind} onChosen={setGift} />
      {kind === "message" && <TextFields texts={texts} onChange={onWrite} />}
      {gift && rule !== undefined && <CampaignCost rule={rule} gift={gift} />}
      <div className="row wrap">
        {kind !== "message" && <SumField name="budget" label={t("bonuses.budget")} />}
        <label className="field grow">
          {t("targeted.control")}
          <input name="control" type="number" min={0} max={50} step={0.1} defaultValue={10} required />
        </label>
        <NumberField name="sample" label={t("targeted.sample")} most={1_000_000} start={100} />
      </div>
      <ScheduleFields />
      <TimeField name="ends_at" label={t("bonuses.ends")} />
      {(kind === "bonus" || kind === "message") && <Announce key={kind} kind={kind} />}
    </>
  );
}

/** A message reaches the inbox first, where a notification leads. */
function Announce({ kind }: { readonly kind: "bonus" | "message" }) {
  const { t } = useTranslation("office");
  const [chosen, setChosen] = useState<readonly OfferChannel[]>(kind === "message" ? ["inbox"] : []);
  const missesInbox = kind === "message" && !chosen.includes("inbox") && !chosen.includes("email");
  const leadsNowhere = kind === "message" && chosen.includes("push") && !chosen.includes("inbox");
  return (
    <fieldset className="field checks">
      <legend>{t("targeted.announce")}</legend>
      <div className="row wrap">
        {offerChannels.map(channel => (
          <label key={channel} className="row">
            <input
              type="checkbox"
              name={`announce_${channel}`}
              checked={chosen.includes(channel)}
              required={channel === "inbox" && (missesInbox || leadsNowhere)}
              onChange={({ target }) =>
                setChosen(offerChannels.filter(each => (each === channel ? target.checked : chosen.includes(each))))
              }
            />{" "}
            {t(`targeted.channels.${channel}`)}
          </label>
        ))}
      </div>
      <p className="muted sm">{t(kind === "message" ? "targeted.message_rule" : "targeted.announce_rule")}</p>
    </fieldset>
  );
}

interface GiftProps extends Pick<Offered, "bonuses" | "freeSpins" | "missions"> {
  readonly kind: GiftKind;
  onKind(kind: GiftKind): void;
  /** Undefined for what has no sum yet. */
  onChosen(gift: CostOf | undefined): void;
}

/** What each player gets. */
function GiftFields({ bonuses, freeSpins, missions, kind, onKind, onChosen }: GiftProps) {
  const { t } = useTranslation("office");
  const chooseBonus = (id: string | undefined) => onChosen(costOfBonus(bonuses.find(each => each.id === id)));
  const chooseSpins = (id: string | undefined) => onChosen(costOfSpins(freeSpins.find(each => each.id === id)));
  const chooseMission = (id: string | undefined) => onChosen(costOfMission(missions.find(each => each.id === id)));
  const choose = (next: GiftKind) => {
    onKind(next);
    if (next === "bonus") chooseBonus(bonuses[0]?.id);
    else if (next === "free_spins") chooseSpins(freeSpins[0]?.id);
    else if (next === "mission") chooseMission(missions[0]?.id);
    else onChosen(undefined);
  };
  const left = (sum: string, currency: string) => t("targeted.left", { sum: money(sum, currency) });
  return (
    <>
      <label className="field">
        {t("targeted.gift")}
        <select
          name="gift"
          value={kind}
          onChange={({ target }) => choose(giftKinds.find(each => each === target.value) ?? "bonus")}
        >
          {giftKinds.map(each => (
            <option key={each} value={each}>
              {t(`targeted.gifts.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {kind === "bonus" && (
        <label className="field">
          {t("targeted.bonus")}
          <select name="given" required onChange={({ target }) => chooseBonus(target.value)}>
            {bonuses.map(({ id, name, amount, currency, left: rest }) => (
              <option key={id} value={id}>
                {name}: {money(amount, currency)} ({left(rest, currency)})
              </option>
            ))}
          </select>
          {bonuses.length === 0 && <small className="muted">{t("targeted.no_bonuses")}</small>}
        </label>
      )}
      {kind === "free_spins" && (
        <label className="field">
          {t("targeted.free_spins")}
          <select name="given" required onChange={({ target }) => chooseSpins(target.value)}>
            {freeSpins.map(({ id, title, count, bet, currency, left: rest }) => (
              <option key={id} value={id}>
                {title}: {count} × {money(bet, currency)} ({left(rest, currency)})
              </option>
            ))}
          </select>
          <small className="muted">
            {t(freeSpins.length === 0 ? "targeted.no_free_spins" : "targeted.budget_spins")}
          </small>
        </label>
      )}
      {kind === "mission" && (
        <label className="field">
          {t("targeted.mission")}
          <select name="given" required onChange={({ target }) => chooseMission(target.value)}>
            {missions.map(({ id, title, prize, currency, left: rest }) => (
              <option key={id} value={id}>
                {title}: {money(prize, currency)} ({left(rest, currency)})
              </option>
            ))}
          </select>
          <small className="muted">
            {t(missions.length === 0 ? "targeted.no_missions" : "targeted.budget_mission")}
          </small>
        </label>
      )}
      {kind === "free_bet" && (
        <div className="row wrap">
          <SumField name="amount" label={t("targeted.free_bet")} />
          <label className="field grow">
            {t("freeSpins.currency")}
            <select name="currency">
              {currencyCodes.map(code => (
                <option key={code}>{code}</option>
              ))}
            </select>
          </label>
          <NumberField name="days" label={t("targeted.days")} most={mostFreeBetDays} start={7} />
        </div>
      )}
    </>
  );
}

function ScheduleFields() {
  const { t } = useTranslation("office");
  const [kind, setKind] = useState<string>("once");
  const hasTime = kind !== "entered" && kind !== "event";
  return (
    <>
      <div className="row wrap">
        <label className="field grow">
          {t("targeted.schedule")}
          <select name="schedule" value={kind} onChange={({ target }) => setKind(target.value)}>
            {scheduleKinds.map(each => (
              <option key={each} value={each}>
                {t(`targeted.schedules.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {kind === "once" && (
          <label className="field grow">
            {t("targeted.day")}
            <input name="day" type="date" required />
          </label>
        )}
        {kind === "event" && (
          <label className="field grow">
            {t("targeted.event")}
            <select name="event">
              {campaignEvents.map(each => (
                <option key={each} value={each}>
                  {t(`targeted.events.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {kind === "weekly" && (
          <label className="field grow">
            {t("targeted.weekday")}
            <select name="weekday">
              {[1, 2, 3, 4, 5, 6, 7].map(each => (
                <option key={each} value={each}>
                  {t(`targeted.weekdays.d${weekdayOf(each)}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {hasTime && <TimeFields />}
    </>
  );
}

function TimeFields() {
  const { t } = useTranslation("office");
  return (
    <>
      <div className="row wrap">
        <label className="field grow">
          {t("targeted.time")}
          <input name="time" type="time" required defaultValue="10:00" />
        </label>
        <label className="field grow">
          {t("targeted.zone")}
          <input name="zone" required list="zones" defaultValue={zones[0]} autoComplete="off" />
          <datalist id="zones">
            {zones.map(zone => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </label>
      </div>
    </>
  );
}
