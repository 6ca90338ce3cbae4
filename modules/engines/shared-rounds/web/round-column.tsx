import type { ReactNode } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import type { Currency } from "#kit/money/currency.ts";
import { FeedColumn, type FeedTab } from "#modules/bets/web/feed-column.tsx";
import { FeedScroll } from "#modules/bets/web/feed-scroll.tsx";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import type { Session } from "#modules/bets/web/session.ts";
import { Statistics } from "#modules/bets/web/statistics.tsx";

interface RoundColumnProps {
  readonly title: string;
  readonly tab: FeedTab;
  onTab(tab: FeedTab): void;
  readonly player: { readonly playerId: string | null; readonly currency: Currency; readonly language: Language };
  /** For the rows of all players. */
  readonly count: number;
  readonly session: Session;
  /** Also where the screen is too narrow for three columns. */
  readonly keep?: boolean;
  /** The player's own bets. */
  readonly own: ReactNode;
  /** The rows of all players. */
  readonly children: ReactNode;
}

/** The third column of a game of shared rounds: all players' bets, the player's own, this visit's numbers. */
export function RoundColumn({ title, tab, onTab, player, count, session, keep, own, children }: RoundColumnProps) {
  const { currency, language, playerId } = player;
  return (
    <FeedColumn
      keep={keep ?? false}
      title={title}
      tab={tab}
      onTab={onTab}
      signedIn={playerId !== null}
      aside={<span className="muted sm num">{showCount(count, language)}</span>}
    >
      {tab === "all" && children}
      {tab === "mine" && own}
      {tab === "statistics" && <Statistics session={session} currency={currency} language={language} />}
    </FeedColumn>
  );
}

const rowsShown = 60;

interface FeedRow {
  readonly id: string;
  readonly player: Parameters<typeof Who>[0]["player"];
  readonly test: boolean;
  readonly currency: string;
  readonly stake: string;
}

interface RoundTableProps<Row extends FeedRow> {
  readonly className?: string;
  readonly rows: readonly Row[];
  /** Ids of the player's own rows. */
  readonly own: ReadonlySet<string>;
  readonly language: Language;
  /** Column headings: the player, the stake and the game's own cells. */
  readonly heads: readonly { readonly text: string; readonly className?: string }[];
  /** The text while there are no bets. */
  readonly none: string;
  /** The game's own cells, the payout last. */
  cells(row: Row): ReactNode;
}

/** All players' bets in the running round. */
export function RoundTable<Row extends FeedRow>({ rows, own, language, heads, none, ...at }: RoundTableProps<Row>) {
  const [player, ...others] = heads;
  return (
    <FeedScroll>
      <table className={at.className ?? "feed"} aria-live="off">
        <thead>
          <tr>
            <th>{player?.text}</th>
            {others.map(({ text, className = "align-right" }) => (
              <th key={text} className={className}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsShown).map(row => (
            <tr key={row.id} className={own.has(row.id) ? "me" : undefined}>
              <td>
                <Who player={row.player} mine={own.has(row.id)} test={row.test} />
              </td>
              <td className="align-right muted">{amount(row.stake, row.currency, language)}</td>
              {at.cells(row)}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="feed-none">{none}</p>}
    </FeedScroll>
  );
}
