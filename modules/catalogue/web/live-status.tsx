import { useEffect, useState } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Tag } from "#kit/ui/tag.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type CatalogueGame, type GameKind, type LiveTable, listLiveTables } from "../shared/contract.ts";
import "./live-status.css";

const pollMs = 4_000;

/** A live table as it was when its state was read. */
export interface SeenTable {
  readonly table: LiveTable;
  /** When it was read by this device's clock, in milliseconds since 1970. */
  readonly readAt: number;
}

/** The current state of the tables of a list; slots have none. */
export function useLiveTables(kind: GameKind): (game: CatalogueGame) => SeenTable | undefined {
  const { data, dataUpdatedAt } = useQuery(listLiveTables, {}, { enabled: kind === "live-casino", pollMs });
  return game => {
    const table = data?.tables.find(({ provider, slug }) => provider === game.provider.id && slug === game.slug);
    return table && { table, readAt: dataUpdatedAt };
  };
}

/** Whole seconds until bets close, counted on between two reads; null while they are closed. */
export function secondsLeft({ table, readAt }: SeenTable, nowMs: number): number | null {
  const left = table.closes_in_ms === null ? 0 : table.closes_in_ms - (nowMs - readAt);
  return left > 0 ? Math.ceil(left / 1_000) : null;
}

const tickMs = 500;

function useSeconds(seen: SeenTable): number | null {
  const [seconds, setSeconds] = useState(() => secondsLeft(seen, seen.readAt));
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(seen, Date.now()));
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [seen]);
  return seconds;
}

/** Over the picture: who is there, and how long bets are open. */
export function LiveStatus({ seen }: { seen: SeenTable }) {
  const { t } = useTranslation("catalogue");
  const language = languageOf(useLocale());
  const seconds = useSeconds(seen);
  const { phase, players } = seen.table;
  const shown = seconds === null && phase === "betting" ? "closed" : phase;
  return (
    <>
      <span className="cat-live">
        <Tag variant="live">{t("live.live")}</Tag>
        {players > 0 && <Tag>{t("live.players", { count: players, n: showCount(players, language) })}</Tag>}
      </span>
      <span className={seconds !== null && seconds <= 5 ? "cat-phase last" : "cat-phase"}>
        {seconds === null ? (
          t(`live.phases.${shown}`)
        ) : (
          <>
            <b className="num" aria-hidden="true">
              {seconds}
            </b>
            <span className="sr-only">{t("live.seconds", { n: seconds })}</span>
          </>
        )}
      </span>
    </>
  );
}

/** Under the title: the last results, the newest first. */
export function LiveResults({ table }: { table: LiveTable }) {
  const { t } = useTranslation("catalogue");
  if (table.results.length === 0) return null;
  return (
    <ol className="cat-results" aria-label={t("live.results")}>
      {table.results.map(({ text, tone }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result has no name of its own
        <li key={place} className={`mark-${tone}`}>
          {text}
        </li>
      ))}
    </ol>
  );
}
