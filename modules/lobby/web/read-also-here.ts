import { parseDecimal } from "#kit/money/amount.ts";
import type { RequestContext } from "#kit/web/context.ts";
import type { CatalogueGame } from "#modules/catalogue/shared/contract.ts";
import type { EventView } from "#modules/odds/shared/contract.ts";
import { eventPath } from "#modules/odds/shared/event-path.ts";
import type { TournamentView } from "#modules/tournaments/shared/contract.ts";

export interface ShelfGame extends Pick<CatalogueGame, "slug" | "title" | "has_demo"> {
  readonly hasPicture: boolean;
}

/** A row of games of providers, the most played first. */
export interface Shelf {
  readonly kind: CatalogueGame["kind"];
  readonly games: readonly ShelfGame[];
}

export interface ShortMatch extends Pick<EventView, "id" | "start"> {
  readonly path: string;
  readonly league: string;
  readonly sides: readonly [string, string];
  /** Null before kick-off. */
  readonly score: readonly number[] | null;
}

export interface ShortTournament extends Pick<TournamentView, "id" | "title" | "currency" | "ends_at"> {
  /** The sum of all prizes, in micro-units as text. */
  readonly prizes: string;
}

/** What else is offered now, shown below the games. What is not offered is an empty list, or null. */
export interface AlsoHere {
  readonly shelves: readonly Shelf[];
  readonly matches: readonly ShortMatch[];
  readonly tournament: ShortTournament | null;
}

const gamesShown = 8;
const matchesShown = 4;

/** If a part cannot be loaded, it is returned as if it were not offered. */
export async function readAlsoHere(get: RequestContext["get"]): Promise<AlsoHere> {
  const [slots, tables, live, tournaments] = await Promise.all([
    get("/api/v1/catalogue/slots?sort=popular"),
    get("/api/v1/catalogue/live-casino?sort=popular"),
    get("/api/v1/betting/events?state=live"),
    get("/api/v1/tournaments?status=active"),
  ]);
  const shelves = [slots, tables].flatMap(answer => {
    const games = itemsOf<CatalogueGame>(answer).filter(game => game.is_connected && !game.maintenance);
    const [first] = games;
    return first ? [{ kind: first.kind, games: games.slice(0, gamesShown).map(shelfGame) }] : [];
  });
  const matches = itemsOf<EventView>(live).flatMap(shortMatch).slice(0, matchesShown);
  const [tournament] = tournaments.status === 200 ? (tournaments.body as { data: TournamentView[] }).data : [];
  return { shelves, matches, tournament: tournament ? shortTournament(tournament) : null };
}

function itemsOf<T>({ status, body }: { status: number; body: unknown }): readonly T[] {
  return status === 200 ? (body as { data: { items: T[] } }).data.items : [];
}

function shelfGame({ slug, title, has_demo, art }: CatalogueGame): ShelfGame {
  return { slug, title, has_demo, hasPicture: (art.tile ?? art.scene) !== undefined };
}

function shortMatch(event: EventView): readonly ShortMatch[] {
  const { id, league, home, away, start, play } = event;
  if (!home || !away) return [];
  return [
    {
      id,
      start,
      path: eventPath(event),
      league: league.name,
      sides: [home.name, away.name],
      score: play?.score ?? null,
    },
  ];
}

function shortTournament({ id, title, currency, ends_at, prizes }: TournamentView): ShortTournament {
  const sum = prizes.reduce((sum, prize) => sum + parseDecimal(prize), 0n);
  return { id, title, currency, ends_at, prizes: `${sum}` };
}
