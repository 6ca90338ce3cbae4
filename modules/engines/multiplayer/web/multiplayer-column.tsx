import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getOwnBets } from "#modules/bets/shared/contract.ts";
import { FeedColumn } from "#modules/bets/web/feed-column.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { OwnBetsTable, useOwnBets } from "#modules/bets/web/own-bets.tsx";
import type { Session } from "#modules/bets/web/session.ts";
import { Statistics } from "#modules/bets/web/statistics.tsx";
import type { GameSession } from "#modules/bets/web/use-game-session.ts";
import { SealDisc } from "#modules/fairness/web/seal-disc.tsx";
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
  const { currency, language, playerId } = gameSession.playerContext;
  const aside = <span className="muted sm num">{showCount(count, language)}</span>;
  return (
    <FeedColumn
      keep
      title={title}
      tab={gameSession.tab}
      onTab={gameSession.setTab}
      signedIn={playerId !== null}
      aside={aside}
    >
      {gameSession.tab === "all" && children}
      {gameSession.tab === "mine" && !waits && <OwnSeats gameSession={gameSession} fresh={session.bets} />}
      {gameSession.tab === "statistics" && <Statistics session={session} currency={currency} language={language} />}
    </FeedColumn>
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
  const then = new Date(at);
  return then.toDateString() === new Date().toDateString()
    ? then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    : then.toLocaleDateString(language, { day: "numeric", month: "short" });
}

interface MultiplayerBarProps {
  /** The hash shown as a seal in the bar. */
  readonly commitment: string | null;
  readonly name: string | null;
  readonly line: string;
  /** Id of the round to verify. */
  readonly id: string | null;
  readonly verify: string;
}

/** A round's commitment, then the hash of its entries and the deciding beacon round; a link to the verifier. */
export function MultiplayerBar({ commitment, name, line, id, verify }: MultiplayerBarProps) {
  const href = useHref();
  return (
    <div className="seedbar">
      <SealDisc of={commitment ?? "b41c0e97aa52f6c0"} />
      {name !== null && <span className="nowrap">{name}</span>}
      <span className="mono ellipsis grow subdued">{line}</span>
      <Link className="act" to={href(id === null ? "/verify" : `/verify/${id}`)}>
        <Icon of={ShieldCheck} size={16} />
        {verify}
      </Link>
    </div>
  );
}

/** Both ends of a hash, as much as fits the bar. */
export const hashEnds = (hash: string) => ends(hash, 12, 8);
