import { EyeOff, FlaskConical, Gift } from "lucide-react";
import { memo, useDeferredValue, useEffect, useRef, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LiveBetRow, PublicIdentity } from "../shared/contract.ts";
import { type Feed, holdFeed, openFeed, showRows, takeRows } from "./feed.ts";
import { FeedScroll } from "./feed-scroll.tsx";

/** A channel's feed as a page shows it: held while the pointer is on it. */
export function useLiveFeed() {
  const [feed, setFeed] = useState<Feed<LiveBetRow>>(() => openFeed([], 0));
  const waiting = feed.waiting.length > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setFeed(now => showRows(now, performance.now())), 125);
    return () => clearInterval(timer);
  }, [waiting]);
  return {
    rows: feed.rows,
    reset: (rows: readonly LiveBetRow[]) => setFeed(now => ({ ...openFeed(rows, performance.now()), held: now.held })),
    take: (rows: readonly LiveBetRow[]) => setFeed(now => takeRows(now, rows, performance.now())),
    hold: (held: boolean) => setFeed(now => holdFeed(now, held)),
  };
}

interface LiveBetsProps {
  readonly rows: readonly LiveBetRow[];
  readonly own: ReadonlySet<string>;
  readonly language: Language;
  onHold(held: boolean): void;
}

/** All players' latest bets. Not announced by screen readers; a button reads the last ten. */
export function LiveBets({ rows, own, language, onHold }: LiveBetsProps) {
  const { t } = useTranslation("bets");
  const spoken = useRef<HTMLDivElement>(null);
  // Rendering many rows at once yields to the player's input.
  const shown = useDeferredValue(rows, []);
  const readTen = () => {
    if (spoken.current)
      spoken.current.textContent = rows
        .slice(0, 10)
        .map(row => inWords(row))
        .join(". ");
  };
  const inWords = (row: LiveBetRow) =>
    t(row.payout === "0" ? "feed.spoken_lost" : "feed.spoken_won", {
      name: own.has(row.id) ? t("feed.you") : (row.player?.name ?? t("feed.hidden")),
      stake: amount(row.stake, row.currency, language),
      paid: amount(row.payout, row.currency, language),
    });
  return (
    <FeedScroll onMouseEnter={() => onHold(true)} onMouseLeave={() => onHold(false)}>
      <table className="feed" aria-live="off">
        <thead>
          <tr>
            <th>{t("feed.player")}</th>
            <th className="align-right">{t("stake")}</th>
            <th className="align-right">{t("feed.paid")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(row => (
            <BetRow key={row.id} row={row} mine={own.has(row.id)} language={language} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="feed-none">{t("feed.none")}</p>}
      <button type="button" className="sr-only" onClick={readTen}>
        {t("feed.read_ten")}
      </button>
      <div ref={spoken} className="sr-only" role="status" />
    </FeedScroll>
  );
}

interface BetRowProps {
  readonly row: LiveBetRow;
  readonly mine: boolean;
  readonly language: Language;
}

const BetRow = memo(function BetRow({ row, mine, language }: BetRowProps) {
  const { t } = useTranslation("bets");
  return (
    <tr className={mine ? "me" : undefined}>
      <td>
        <Who player={row.player} mine={mine} test={row.test} />
      </td>
      <td className="align-right muted">
        {row.bonus && <BonusMark text={t("feed.bonus")} />}
        {amount(row.stake, row.currency, language)}
      </td>
      <td className={parseDecimal(row.payout) > parseDecimal(row.stake) ? "align-right paid" : "align-right faint"}>
        {row.payout === "0" ? "–" : amount(row.payout, row.currency, language)}
      </td>
    </tr>
  );
});

/** Beside a stake of bonus money. */
export function BonusMark({ text }: { readonly text: string }) {
  return (
    <span className="test" title={text}>
      <Icon of={Gift} size={13} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** A player in a row: name and picture, a disc if hidden, "You" for the viewer, a tag on test accounts. */
export function Who({ player, mine, test }: { player: PublicIdentity | null; mine: boolean; test: boolean }) {
  const { t } = useTranslation("bets");
  return (
    <span className="who">
      {player ? (
        <PlayerAvatar of={player.avatar} size={22} />
      ) : (
        <span className="avatar">
          <Icon of={EyeOff} size={13} />
        </span>
      )}
      <span className={player || mine ? undefined : "faint"}>
        {mine ? t("feed.you") : (player?.name ?? t("feed.hidden"))}
      </span>
      {test && !mine && (
        <span className="test" title={t("feed.test")}>
          <Icon of={FlaskConical} size={13} />
          <span className="sr-only">{t("feed.test")}</span>
        </span>
      )}
    </span>
  );
}

/** An amount of the wire, abbreviated. */
export function amount(text: string, currency: string, language: Language): string {
  const known: Currency = isCurrency(currency) ? currency : "USD";
  return showMoney(parseDecimal(text), known, language, { brief: true });
}
