import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { limitsLine } from "../shared/stake-limits.ts";
import { type OfficeGame, setGameLimits } from "./contract.ts";
import { limitsIn } from "./game-fields.ts";

interface GameLimitsProps {
  readonly game: OfficeGame;
  /** With the request that another operator has to approve, or null if the limits are set. */
  onChanged(request: string | null): void;
}

/** Lowers a game's stake limits, or asks a second operator to raise them. */
export function GameLimits({ game, onChanged }: GameLimitsProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  if (!may("games.limits")) return null;
  return (
    <Decide
      action={t("games.limits")}
      title={t("games.limits_title", { title: game.title })}
      text={t("games.limits_text")}
      asksReason
      onDecide={async (reason, _key, given) => {
        const limits = limitsIn(String(given.get("limits") ?? ""));
        const { data } = await call(setGameLimits, { params: { id: game.id }, body: { limits, reason } });
        onChanged(data.request);
      }}
    >
      <label className="field">
        {t("games.limits")}
        <textarea name="limits" rows={3} defaultValue={limitsLine(game.limits).replaceAll(", ", "\n")} />
        <small>{t("games.limits_hint")}</small>
      </label>
    </Decide>
  );
}
