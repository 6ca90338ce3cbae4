import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { badges, categories, stateReasons, states } from "../shared/facts.ts";
import type { OfficeGame } from "./contract.ts";

/** Whatever operators decide about a game, as fields of a dialog. */
export function GameForm({ game }: { game: OfficeGame }) {
  const { t } = useTranslation("office");
  const [state, setState] = useState<string>(game.state);
  const list = (codes: readonly string[] | null) => (codes ?? []).join(", ");
  return (
    <>
      <label className="field">
        {t("games.state")}
        <select name="state" value={state} onChange={event => setState(event.target.value)}>
          {states.map(each => (
            <option key={each} value={each}>
              {t(`games.states.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {state === "disabled" && (
        <label className="field">
          {t("games.reason_shown")}
          <select name="state_reason" defaultValue={game.state_reason ?? "retired"}>
            {stateReasons.map(each => (
              <option key={each} value={each}>
                {t(`games.reasons.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {state === "maintenance" && (
        <label className="field">
          {t("games.until")}
          <input name="maintenance_until" type="datetime-local" defaultValue={localTime(game.maintenance_until)} />
        </label>
      )}
      <label className="field">
        {t("games.rank")}
        <input name="rank" inputMode="numeric" autoComplete="off" defaultValue={game.rank ?? ""} />
        <small>{t("games.rank_hint")}</small>
      </label>
      <label className="field">
        {t("games.badge")}
        <select name="badge" defaultValue={game.badge ?? ""}>
          <option value="">{t("games.none")}</option>
          {badges.map(each => (
            <option key={each} value={each}>
              {t(`games.badges.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <Text
        name="categories"
        label={t("games.categories")}
        hint={t("games.categories_hint", { list: categories.join(", ") })}
        value={list(game.categories)}
      />
      <Text
        name="countries"
        label={t("games.countries")}
        hint={t("games.countries_hint")}
        value={list(game.countries)}
      />
      <Text name="blocked_countries" label={t("games.blocked")} value={list(game.blocked_countries)} />
      <Text name="currencies" label={t("games.currencies")} value={list(game.currencies)} />
    </>
  );
}

function Text({ name, label, hint, value }: { name: string; label: string; hint?: string; value: string }) {
  return (
    <label className="field">
      {label}
      <input name={name} autoComplete="off" defaultValue={value} />
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** As the field requires it: the device's own time, without a zone. */
function localTime(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
