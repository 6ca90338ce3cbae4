import type { ReactNode } from "react";
import { dateFormat } from "#kit/i18n/format.ts";
import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { getOwnBets } from "#modules/bets/shared/contract.ts";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { OwnBetsTable, useOwnBets } from "#modules/bets/web/own-bets.tsx";
import type { Session } from "#modules/bets/web/session.ts";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { RoundColumn } from "#modules/engines/shared-rounds/web/round-column.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";

interface MultiplayerColumnProps {
  readonly gameSession: GameSession;
  readonly title: string;
  /** For the rows of all players. */
  readonly count: number;
  readonly session: Session;
  /** An own round is being animated: the list of own stakes waits for its end. */
  readonly waits: boolean;
  /** The rows of all players. */
  readonly children: ReactNode;
}

/** The third column of a multiplayer game: decided rounds, own stakes, this visit's numbers. */
export function MultiplayerColumn({ gameSession, title, count, session, waits, children }: MultiplayerColumnProps) {
  return (
    <RoundColumn
      keep
      title={title}
      tab={gameSession.tab}
      onTab={gameSession.setTab}
      player={gameSession.playerContext}
      count={count}
      session={session}
      own={!waits && <OwnSeats gameSession={gameSession} fresh={session.bets} />}
    >
      {children}
    </RoundColumn>
  );
}

/** The player's own stakes in this game: time, stake, payout, and a link to the verifier. */
function OwnSeats({ gameSession, fresh }: { gameSession: GameSession; fresh: number }) {
  const { t } = useTranslation("bets");
  const { language } = gameSession.playerContext;
  const own = useOwnBets(getOwnBets, fresh, { game: gameSession.game });
  return (
    <OwnBetsTable
      own={own}
      heads={[t("mine.when"), t("stake"), t("feed.paid")]}
      row={({ id, at, stake, payout, currency }) => ({
        id,
        at,
        cells: [
          whenOf(at, language),
          amount(stake, currency, language),
          payout === "0" ? null : amount(payout, currency, language),
        ],
      })}
    />
  );
}

/** Time for today's rounds, date for older ones. */
function whenOf(at: string, language: Language): string {
  const day = dateFormat(language, "day_no_year");
  return day(at) === day(new Date(serverNow()).toISOString()) ? dateFormat(language, "clock")(at).slice(0, 5) : day(at);
}

/** Both ends of a hash, as much as fits the bar. */
export const hashEnds = (hash: string) => ends(hash, 12, 8);
