import type { Clock } from "#kit/host/host.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import type { GameProvider, TableFacts } from "#modules/providers/server/index.ts";
import type { LiveTable } from "../shared/contract.ts";

/** The current state of live tables. Each provider is called at most once a second, however many visitors there are. */
export type LiveTables = (locale: Locale) => Promise<readonly LiveTable[]>;

const freshMs = 1_000;

interface Reading {
  readonly at: number;
  readonly facts: Promise<readonly TableFacts[]>;
}

export function createLiveTables(clock: Clock, providers: () => readonly GameProvider[]): LiveTables {
  const readings = new Map<string, Reading>();

  function factsOf(provider: GameProvider): Reading {
    const known = readings.get(provider.id);
    if (known && clock.monotonic() - known.at < freshMs) return known;
    const fresh = { at: clock.monotonic(), facts: provider.tables().catch(() => []) };
    readings.set(provider.id, fresh);
    return fresh;
  }

  return async locale => {
    const language = languageOf(locale);
    const lists = await Promise.all(
      providers().map(async provider => {
        const { at, facts } = factsOf(provider);
        const list = await facts;
        const age = Math.round(clock.monotonic() - at);
        return list.map(table => viewOf(provider.id, table, age, language));
      }),
    );
    return lists.flat();
  };
}

function viewOf(
  provider: string,
  table: TableFacts,
  ageMs: number,
  language: ReturnType<typeof languageOf>,
): LiveTable {
  const { game, phase, closes_in_ms, players, results } = table;
  const left = closes_in_ms === null ? 0 : closes_in_ms - ageMs;
  return {
    provider,
    slug: game,
    phase: phase === "betting" && left <= 0 ? "closed" : phase,
    closes_in_ms: left > 0 ? left : null,
    players,
    results: results.map(({ text, tone }) => ({ text: text[language], tone })),
  };
}
