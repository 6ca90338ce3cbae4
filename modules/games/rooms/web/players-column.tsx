import { showCount } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Who } from "#modules/bets/web/live-bets.tsx";
import type { Session } from "#modules/bets/web/session.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { MultiplayerColumn } from "#modules/engines/multiplayer/web/multiplayer-column.tsx";
import { playersIn, type RoomView } from "./rooms-view.ts";
import { percent, playerHue, ticketText } from "./show.ts";

const shown = 60;

interface PlayersColumnProps {
  readonly gameSession: GameSession;
  readonly room: RoomView;
  readonly session: Session;
  readonly waits: boolean;
}

/** The players in the pot: stake, share and tickets of each, in the colours of the wheel. */
export function PlayersColumn({ gameSession, room, session, waits }: PlayersColumnProps) {
  const { t } = useTranslation("rooms");
  const { currency, language } = gameSession.playerContext;
  const players = playersIn(room);
  return (
    <MultiplayerColumn
      gameSession={gameSession}
      title={t("in_round")}
      count={players.length}
      session={session}
      waits={waits}
    >
      {players.length === 0 && <p className="feed-none">{t("nobody")}</p>}
      {players.length > 0 && (
        <ul className="scroll rooms-players">
          {players.slice(0, shown).map(player => (
            <li
              key={player.id}
              className={player.id === room.me ? "me" : undefined}
              style={{ ["--p" as string]: playerHue(player.hue) }}
            >
              <div className="row spread">
                <Who player={player.face} mine={player.id === room.me} test={player.test} />
                <b className="num">{showMoney(player.held, currency, language, { brief: true })}</b>
              </div>
              <div className="row spread tickets">
                <span className="num">
                  {player.ranges
                    .slice(0, 2)
                    .map(({ from, to }) => `${ticketText(from, language)} – ${ticketText(to, language)}`)
                    .join(", ")}
                  {player.ranges.length > 2 && ` +${player.ranges.length - 2}`}
                </span>
                <span className="num">{percent(player.share, language)}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {players.length > shown && (
        <p className="feed-none">{t("more_players", { shown: showCount(players.length - shown, language) })}</p>
      )}
      <p className="rooms-note">{t("tickets_note")}</p>
    </MultiplayerColumn>
  );
}
