import { ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Route, RouteSpec } from "#kit/contract/route.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { FeedScroll } from "./feed-scroll.tsx";
import { amount } from "./live-bets.tsx";

interface Page<Row> {
  readonly items: readonly Row[];
}

export interface OwnBets<Row> {
  /** Null while nothing has been read. */
  readonly rows: readonly Row[] | null;
  readonly more: (() => void) | null;
  readonly failed: boolean;
}

type RowOf<R> = R extends { output: { _zod: { output: { data: { items: (infer Row)[] } } } } } ? Row : never;

/** The filter of an own list: names and values of the call's query. */
export type OwnFilter = Readonly<Record<string, string>>;

/** The player's own bets, newest first, page by page; read from the top when `fresh` changes. */
export function useOwnBets<R extends Route<RouteSpec>>(
  route: R,
  fresh: number,
  filter: OwnFilter = {},
): OwnBets<RowOf<R>> {
  const givenAt = (cursor: string | undefined) => ({ query: { ...filter, ...(cursor !== undefined && { cursor }) } });
  const { pages, error, more, fromTop } = usePages(route, givenAt as never, { keepPrevious: true });
  const read = useRef(fromTop);
  read.current = fromTop;
  useEffect(() => {
    if (fresh === 0) return;
    const timer = setTimeout(() => read.current(), 600);
    return () => clearTimeout(timer);
  }, [fresh]);
  const rows = pages?.flatMap(page => (page as unknown as Page<RowOf<R>>).items) ?? null;
  return { rows, more, failed: error !== null };
}

interface OwnBetsTableProps<Row> {
  readonly own: OwnBets<Row>;
  readonly heads: readonly [string, string, string];
  /** The cells of a row; null in the last one is a loss, shown as a dash. */
  row(row: Row): { id: string; at: string; cells: readonly [string, string, string | null] };
}

export function OwnBetsTable<Row>({ own, heads, row }: OwnBetsTableProps<Row>) {
  const { t } = useTranslation("bets");
  const language = languageOf(useLocale());
  const href = useHref();
  if (own.failed) return <p className="feed-none">{t("mine.failed")}</p>;
  if (own.rows?.length === 0) return <p className="feed-none">{t("mine.none")}</p>;
  return (
    <FeedScroll>
      <table className="feed">
        <thead>
          <tr>
            <th>{heads[0]}</th>
            <th className="align-right">{heads[1]}</th>
            <th className="align-right">{heads[2]}</th>
            <th className="proof">
              <span className="sr-only">{t("mine.check")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {own.rows?.map(each => {
            const { id, at, cells } = row(each);
            return (
              <tr key={id} title={showDayAndTime(at, language, { seconds: true })}>
                <td>{cells[0]}</td>
                <td className="align-right muted">{cells[1]}</td>
                <td className={cells[2] === null ? "align-right faint" : "align-right paid"}>{cells[2] ?? "–"}</td>
                <td className="align-right">
                  <Link to={href(`/verify/${id}`)} aria-label={t("mine.check")}>
                    <Icon of={ShieldCheck} size={16} />
                  </Link>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {own.more && (
        <Button size="s" variant="ghost" wide onClick={own.more}>
          {t("mine.more")}
        </Button>
      )}
    </FeedScroll>
  );
}

interface GameBetsProps<R> {
  readonly route: R;
  /** Number of bets placed on this page: the list is reloaded after each. */
  readonly fresh: number;
  readonly language: Language;
  /** The header of the first column, and its text in a row. */
  readonly head: string;
  describe(row: R extends Route<RouteSpec> ? RowOf<R> : never): string;
}

/** The player's own bets of one game: outcome, stake, payout, and a link to the verifier. */
export function OwnGameBets<R extends Route<RouteSpec>>({ route, fresh, language, head, describe }: GameBetsProps<R>) {
  const { t } = useTranslation("bets");
  const own = useOwnBets(route, fresh);
  return (
    <OwnBetsTable
      own={own}
      heads={[head, t("stake"), t("feed.paid")]}
      row={row => {
        const { id, at, stake, payout, currency } = row as CommonRow;
        const paid = payout === "0" ? null : amount(payout, currency, language);
        return { id, at, cells: [describe(row as never), amount(stake, currency, language), paid] };
      }}
    />
  );
}

/** The fields of an own bet in every game. */
type CommonRow = Readonly<Record<"id" | "at" | "stake" | "payout" | "currency", string>>;
