import { languageOf } from "#kit/i18n/locale.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { TopLine } from "../shared/contract.ts";
import type { TopBoard } from "../shared/period.ts";
import { PlayerName } from "./player-name.tsx";
import { showBest } from "./show.ts";

/** The first three, the second and the third beside the first. */
export function Podium({ board, lines }: { readonly board: TopBoard; readonly lines: readonly TopLine[] }) {
  const { t } = useTranslation("top-players", "lobby");
  const language = languageOf(useLocale());
  return (
    <ol className="top-podium">
      {lines.map((line, index) => (
        <li key={line.place} data-step={index + 1}>
          {line.player ? <PlayerAvatar of={line.player.avatar} size={64} /> : <i className="top-hidden" />}
          <b className="display place">{line.place}</b>
          <PlayerName of={line.player} />
          <b className="display win">{showBest(line, language, board).main}</b>
          {line.bet && (
            <span className={`row xs muted g-${line.bet.game}`}>
              <i className="diamond-mark" />
              {t.in("lobby:games", line.bet.game)}, {showBest(line, language, board).side}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
