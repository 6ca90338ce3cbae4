import { useTranslation } from "#kit/web/texts.tsx";
import { money } from "../../parts/figures.tsx";
import { Panel, Table } from "../../parts/room.tsx";
import type { Player } from "./player.ts";

/** What he has in each currency, and how much of his limits is used. */
export function Money({ data: { balances, limits } }: { data: Player }) {
  const { t } = useTranslation("office");
  const limit = (amount: string | null, used: string, currency: string) =>
    amount === null ? (
      <span className="mut">{money(used, currency)}</span>
    ) : (
      `${money(used, currency)} / ${money(amount, currency)}`
    );
  return (
    <Panel title={t("players.purses")}>
      <Table
        figures
        name={t("players.purses")}
        head={[t("currency"), `>${t("owed.real")}`, `>${t("owed.bonus")}`, `>${t("owed.vault")}`]}
        empty={t("players.no_purse")}
        rows={balances.map(({ currency, real, bonus, vault }) => ({
          key: currency,
          cells: [currency, <b key="real">{money(real, currency)}</b>, money(bonus, currency), money(vault, currency)],
        }))}
      />
      <h3>{t("players.limits")}</h3>
      <Table
        figures
        name={t("players.limits")}
        head={[t("currency"), `>${t("players.wagered")}`, `>${t("players.lost")}`, `>${t("players.deposited")}`]}
        empty={t("players.no_limits")}
        rows={limits.map(row => ({
          key: row.currency,
          cells: [
            row.currency,
            limit(row.wager_limit, row.wagered, row.currency),
            limit(row.loss_limit, row.lost, row.currency),
            limit(row.deposit_limit, row.deposited, row.currency),
          ],
        }))}
      />
    </Panel>
  );
}
