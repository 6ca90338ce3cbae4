import { useTranslation } from "#kit/web/texts.tsx";
import type { BonusView } from "#modules/bonuses/shared/contract.ts";
import { type ForfeitCause, forfeitCauses } from "#modules/bonuses/shared/forfeit-causes.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { forfeitBonus, readPlayerBonuses } from "./contract.ts";

/** The player's bonuses; two operators forfeit one that has not ended. */
export function PlayerBonuses({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const bonuses = useOfficeQuery(readPlayerBonuses, { query: { player: id } });
  const isOpen = ({ status }: BonusView) => status === "active" || status === "waiting";
  return (
    <Panel title={t("pages.bonuses")}>
      <Read of={bonuses}>
        {({ data }) => (
          <Table
            name={t("pages.bonuses")}
            head={[
              t("bonuses.bonus"),
              `>${t("amount")}`,
              `>${t("bonuses.left")}`,
              `>${t("bonuses.wagered")}`,
              t("bonuses.status"),
              ">",
            ]}
            empty={t("bonuses.none")}
            rows={data.map(bonus => ({
              key: bonus.id,
              cells: [
                bonus.name,
                money(bonus.amount, bonus.currency),
                money(bonus.balance, bonus.currency),
                `${bonus.wagered} / ${bonus.wager_target}`,
                <Status key="status" bonus={bonus} />,
                isOpen(bonus) && may("campaigns.start") && (
                  <Forfeit key="forfeit" player={id} bonus={bonus} done={bonuses.reload} />
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function Status({ bonus: { status, forfeited_for: cause } }: { bonus: BonusView }) {
  const { t } = useTranslation("office");
  const tone = status === "active" ? "good" : "plain";
  return (
    <>
      <Tag tone={tone}>{t(`bonuses.statuses.${status}`)}</Tag> {cause && t(`bonuses.causes.${cause}`)}
    </>
  );
}

function Forfeit({ player, bonus, done }: { player: string; bonus: BonusView; done: () => void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("bonuses.forfeit")}
      title={t("bonuses.forfeit_title", { name: bonus.name })}
      text={t("bonuses.forfeit_text")}
      asksReason
      dangerous
      onDecide={async (reason, key, given) => {
        const cause = String(given.get("cause")) as ForfeitCause;
        await call(forfeitBonus, { params: { id: player, bonus: bonus.id }, body: { cause, reason } }, key);
        done();
      }}
    >
      <label className="field">
        {t("bonuses.cause")}
        <select name="cause">
          {forfeitCauses.map(cause => (
            <option key={cause} value={cause}>
              {t(`bonuses.causes.${cause}`)}
            </option>
          ))}
        </select>
      </label>
    </Decide>
  );
}
