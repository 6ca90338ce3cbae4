import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { OfficeGame } from "./contract.ts";

const tones = { listed: "good", hidden: "plain", maintenance: "wait", disabled: "bad" } as const;

/** Whether a game is offered, why not, and until when. */
export function GameState({ game }: { game: OfficeGame }) {
  const { t } = useTranslation("office");
  return (
    <span className="row wrap">
      <Tag tone={tones[game.state]}>{t(`games.states.${game.state}`)}</Tag>
      {game.state_reason && <small>{t(`games.reasons.${game.state_reason}`)}</small>}
      {game.maintenance_until && <Moment at={game.maintenance_until} />}
    </span>
  );
}
