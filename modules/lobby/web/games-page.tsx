import { Search } from "lucide-react";
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LiveBetRow } from "#modules/bets/shared/contract.ts";
import { bestOfToday } from "./best-facts.ts";
import { type DesignedReturns, designedReturns } from "./designed-returns.ts";
import { isFound } from "./game-shelf.ts";
import { GameTiles } from "./game-tiles.tsx";
import type { HouseGame } from "./menu-items.ts";
import { useGameShelf } from "./use-game-shelf.ts";
import { type PlayersNow, playersOf, usePlayersNow } from "./use-players-now.ts";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

interface GamesData {
  readonly wins: readonly LiveBetRow[];
  readonly players: PlayersNow;
  readonly returns: DesignedReturns;
}

/** The day's biggest wins and active players, or null: the games are shown without them. */
export async function loader({ context }: LoaderFunctionArgs): Promise<GamesData> {
  const { get } = context.get(requestContext);
  const [wins, players, returns] = await Promise.all([
    get("/api/v1/bets/latest"),
    get("/api/v1/games/players"),
    get("/api/v1/games/returns"),
  ]);
  return {
    wins: wins.status === 200 ? (wins.body as { data: LiveBetRow[] }).data : [],
    players: players.status === 200 ? playersOf(players.body) : {},
    returns: designedReturns(returns),
  };
}

/** All games: search by name, the player's own first. */
export default function GamesPage() {
  const { t } = useTranslation("lobby");
  const { wins, players: drawn, returns } = useLoaderData<typeof loader>();
  const players = usePlayersNow(drawn);
  const language = languageOf(useLocale());
  const { shelf, toggle } = useGameShelf();
  const [query, setQuery] = useState("");
  const facts = Object.fromEntries(
    [...bestOfToday(wins)].map(([game, best]) => [
      game,
      t("facts.best", { multiplier: showMultiplier(best, language) }),
    ]),
  );
  const tiles = (games?: readonly HouseGame[]) => (
    <GameTiles
      className="tiles"
      facts={facts}
      returns={returns}
      players={players}
      {...(games && { only: games })}
      favourites={shelf.favourites}
      onFavourite={toggle}
      found={name => isFound(name, query)}
    />
  );
  const searching = query.trim() !== "";
  return (
    <>
      <PageHead title={t("menu.house_games")} description={t("home.games_note")} />
      <div className="section-head">
        <h1 className="display">{t("menu.house_games")}</h1>
        <span className="muted sm only-desktop">{t("home.games_note")}</span>
        <span className="grow" />
        <label className="input-box games-search">
          <Icon of={Search} size={17} />
          <input
            type="search"
            aria-label={t("shelf.search")}
            placeholder={t("shelf.search")}
            value={query}
            onChange={event => setQuery(event.target.value)}
          />
        </label>
      </div>
      {!searching && shelf.favourites.length > 0 && (
        <section className="games-own" aria-label={t("shelf.favourites")}>
          <h2 className="display">{t("shelf.favourites")}</h2>
          {tiles(shelf.favourites)}
        </section>
      )}
      {!searching && shelf.recent.length > 0 && (
        <section className="games-own" aria-label={t("shelf.recent")}>
          <h2 className="display">{t("shelf.recent")}</h2>
          {tiles(shelf.recent)}
        </section>
      )}
      {!searching && (shelf.favourites.length > 0 || shelf.recent.length > 0) && (
        <h2 className="display games-all">{t("shelf.all")}</h2>
      )}
      {tiles()}
    </>
  );
}
