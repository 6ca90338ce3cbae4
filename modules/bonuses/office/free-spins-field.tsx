import { useTranslation } from "#kit/web/texts.tsx";
import type { CampaignView } from "#modules/free-spins/office/contract.ts";
import { money } from "#modules/operators/office/parts/figures.tsx";

interface FreeSpinsFieldProps {
  readonly name: string;
  readonly value: string;
  readonly campaigns: readonly CampaignView[];
  onChange(campaign: string): void;
}

/** Money, or what the rounds of a campaign of free spins win. */
export function FreeSpinsField({ name, value, campaigns, onChange }: FreeSpinsFieldProps) {
  const { t } = useTranslation("office");
  return (
    <label className="field">
      {t("bonuses.free_spins")}
      <select name={name} value={value} onChange={event => onChange(event.target.value)}>
        <option value="">{t("bonuses.no_free_spins")}</option>
        {campaigns.map(({ id, title, count, bet, currency, game }) => (
          <option key={id} value={id}>
            {title}: {t("freeSpins.terms", { count, stake: money(bet, currency), game })}
          </option>
        ))}
      </select>
      <span className="muted">{t("bonuses.free_spins_mean")}</span>
    </label>
  );
}
