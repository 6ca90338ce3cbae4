import { useTranslation } from "#kit/web/texts.tsx";
import { money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import type { Player } from "./shown-player.ts";

/** Balances by currency. */
export function Money({ data: { balances } }: { data: Player }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("players.wallets")}>
      <Table
        figures
        name={t("players.wallets")}
        head={[t("currency"), `>${t("owed.real")}`, `>${t("owed.bonus")}`, `>${t("owed.vault")}`]}
        empty={t("players.no_wallet")}
        rows={balances.map(({ currency, real, bonus, vault }) => ({
          key: currency,
          cells: [currency, <b key="real">{money(real, currency)}</b>, money(bonus, currency), money(vault, currency)],
        }))}
      />
    </Panel>
  );
}

/** The player's own limits and how much of today's is used. */
export function UsedLimits({ data: { limits } }: { data: Player }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("players.limits")}>
      <Table
        figures
        name={t("players.limits")}
        head={[t("players.limit_kind"), `>${t("players.limit_used")}`, `>${t("players.limit_set")}`]}
        empty={t("players.no_limits")}
        rows={limits.map(({ kind, limit, currency, used }) => ({
          key: kind,
          cells: [
            t(`players.limit_${kind}`),
            used === null ? "—" : money(used, currency),
            limit === null ? (
              <span key="limit" className="muted">
                {t("players.limit_none")}
              </span>
            ) : (
              money(limit, currency)
            ),
          ],
        }))}
      />
    </Panel>
  );
}
