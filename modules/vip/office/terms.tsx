import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { calendarDay, percentText } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { draftVipTerms, readVipTerms, type VipTermsVersion } from "#modules/vip/office/contract.ts";
import { faultOf, type LevelTerms, type RewardTerms, shareOfLoss } from "#modules/vip/shared/terms.ts";

const names = ["brass", "silver", "gold", "emerald", "onyx"] as const;
const fields = ["rakeback", "cashback", "levelUp", "payoutFactor"] as const;
const tones = { in_force: "good", upcoming: "wait", past: "plain" } as const;

/** The terms of the rewards: every version, and a draft of the next one. */
export function VipTerms() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readVipTerms, {}, 30_000);
  return (
    <Read of={found}>
      {({ data }) => (
        <>
          <Panel title={t("vip.terms")}>
            <Table
              name={t("vip.terms")}
              head={[
                t("vip.version", { n: "" }),
                t("vip.from"),
                t("players.state"),
                t("vip.share"),
                t("vip.asked_by"),
                t("vip.approved_by"),
              ]}
              empty=""
              rows={data.map(each => ({
                key: String(each.version),
                cells: [
                  t("vip.version", { n: String(each.version) }),
                  each.version === 1 ? t("vip.default") : calendarDay(each.from),
                  <Tag key="state" tone={tones[each.state]}>
                    {t(`vip.state.${each.state}`)}
                  </Tag>,
                  each.shares.map(percentText).join(", "),
                  each.asked_by ?? "–",
                  each.approved_by ?? "–",
                ],
              }))}
            />
            <p className="note muted">{t("vip.rule")}</p>
          </Panel>
          {may("vip.decide") && data[0] && (
            <TermsDraft key={data[0].version} from={data[0]} onSent={() => found.reload()} />
          )}
        </>
      )}
    </Read>
  );
}

function TermsDraft({ from, onSent }: { from: VipTermsVersion; onSent(): void }) {
  const { t } = useTranslation("office");
  const [terms, setTerms] = useState<RewardTerms>(from.terms);
  const [said, setSaid] = useState("");
  const fault = faultOf(terms);
  const setLevel = (index: number, change: Partial<LevelTerms>) =>
    setTerms({ ...terms, levels: terms.levels.map((each, at) => (at === index ? { ...each, ...change } : each)) });
  const titles = {
    rakeback: t("vip.rakeback"),
    cashback: t("vip.cashback"),
    levelUp: t("vip.level_up"),
    payoutFactor: t("vip.factor"),
  };
  const number = (value: number, label: string, set: (next: number) => void) => (
    <input
      className="num"
      inputMode="numeric"
      aria-label={label}
      value={Number.isNaN(value) ? "" : String(value)}
      onChange={event => set(/^[0-9]{1,7}$/.test(event.target.value) ? Number(event.target.value) : Number.NaN)}
    />
  );
  return (
    <Panel title={t("vip.draft")}>
      <Table
        name={t("vip.draft")}
        head={[t("vip.level"), ...fields.map(field => titles[field]), `>${t("vip.share")}`]}
        empty=""
        rows={terms.levels.map((level, index) => {
          const name = t(`vip.${names[index] ?? "brass"}`);
          return {
            key: name,
            cells: [
              name,
              ...fields.map(field =>
                number(level[field], `${name}: ${titles[field]}`, next => setLevel(index, { [field]: next })),
              ),
              percentText(shareOfLoss(terms, index) / 10),
            ],
          };
        })}
      />
      <div className="form pad">
        <div className="field">
          <span aria-hidden>{t("vip.cashback_share")}</span>
          {number(terms.cashbackShare, t("vip.cashback_share"), next => setTerms({ ...terms, cashbackShare: next }))}
        </div>
        <div className="field">
          <span aria-hidden>{t("vip.level_up_share")}</span>
          {number(terms.levelUpShare, t("vip.level_up_share"), next => setTerms({ ...terms, levelUpShare: next }))}
        </div>
        <p className="muted" role="status">
          {said}
        </p>
        {fault && (
          <p className="bad" role="alert">
            {t(`refused.${fault}`)}
          </p>
        )}
      </div>
      <div className="row end pad">
        <Decide
          small={false}
          action={t("vip.send")}
          title={t("vip.send_title")}
          text={t("vip.send_text")}
          asksReason
          disabled={fault !== undefined}
          onDecide={async reason => {
            const levels = terms.levels.map(level => ({ ...level }));
            const { data } = await call(draftVipTerms, { body: { terms: { ...terms, levels }, reason } });
            setSaid(data.from === null ? t("vip.asked") : t("vip.published", { day: calendarDay(data.from) }));
            onSent();
          }}
        />
      </div>
    </Panel>
  );
}
