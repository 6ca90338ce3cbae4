import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type NumberLanguage, showCount } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getOwnBets } from "#modules/bets/shared/contract.ts";
import { FeedColumn } from "#modules/bets/web/feed-column.tsx";
import { amount } from "#modules/bets/web/live-bets.tsx";
import { OwnBetsTable, useOwnBets } from "#modules/bets/web/own-bets.tsx";
import type { Session } from "#modules/bets/web/session.ts";
import { Statistics } from "#modules/bets/web/statistics.tsx";
import type { GameDesk } from "#modules/bets/web/use-game-desk.ts";
import { SealDisc } from "#modules/fairness/web/seal-disc.tsx";
import { ends } from "#modules/fairness/web/seed-bar.tsx";

interface SeatedColumnProps {
  readonly desk: GameDesk;
  readonly title: string;
  /** Of the rows of everybody. */
  readonly count: number;
  readonly session: Session;
  /** An own round is being shown: the list of own stakes waits for its end. */
  readonly waits: boolean;
  /** The rows of everybody. */
  readonly children: ReactNode;
}

/** The third column of a game that players play against each other: decided rounds, own stakes, the numbers of this visit. */
export function SeatedColumn({ desk, title, count, session, waits, children }: SeatedColumnProps) {
  const { currency, language, playerId } = desk.table;
  const aside = <span className="mut sm num">{showCount(count, language)}</span>;
  return (
    <FeedColumn keep title={title} tab={desk.tab} onTab={desk.setTab} signedIn={playerId !== null} aside={aside}>
      {desk.tab === "all" && children}
      {desk.tab === "mine" && !waits && <OwnSeats desk={desk} fresh={session.bets} />}
      {desk.tab === "statistics" && <Statistics session={session} currency={currency} language={language} />}
    </FeedColumn>
  );
}

/** The player's own stakes in this game: when, how much, what it paid, and the way to the check. */
function OwnSeats({ desk, fresh }: { desk: GameDesk; fresh: number }) {
  const { t } = useTranslation("bets");
  const { language } = desk.table;
  const own = useOwnBets(getOwnBets, fresh, { game: desk.game });
  return (
    <OwnBetsTable
      own={own}
      heads={[t("mine.when"), t("stake"), t("feed.paid")]}
      row={({ id, at, stake, payout, currency }) => ({
        ...{ id, at },
        cells: [
          whenOf(at, language),
          amount(stake, currency, language),
          payout === "0" ? null : amount(payout, currency, language),
        ],
      })}
    />
  );
}

/** The time of today's, the day of older ones. */
function whenOf(at: string, language: NumberLanguage): string {
  const then = new Date(at);
  return then.toDateString() === new Date().toDateString()
    ? then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    : then.toLocaleDateString(language, { day: "numeric", month: "short" });
}

interface SeatedBarProps {
  /** What seals the bar. */
  readonly commitment: string | null;
  readonly name: string | null;
  readonly line: string;
  /** Id of the round to check. */
  readonly id: string | null;
  readonly verify: string;
}

/** The promise of a round, then the hash of its entries and the beacon round that decides; the way to the check. */
export function SeatedBar({ commitment, name, line, id, verify }: SeatedBarProps) {
  const href = useHref();
  return (
    <div className="seedbar">
      <SealDisc of={commitment ?? "b41c0e97aa52f6c0"} />
      {name !== null && <span className="nw">{name}</span>}
      <span className="mono ell f1 t2">{line}</span>
      <Link className="act" to={href(id === null ? "/verify" : `/verify/${id}`)}>
        <Icon of={ShieldCheck} size={16} />
        {verify}
      </Link>
    </div>
  );
}

/** The ends of a hash, as the bar has room for them. */
export const hashEnds = (hash: string) => ends(hash, 12, 8);
