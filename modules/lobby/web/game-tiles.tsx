import { Star } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showPercent } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { DesignedReturns } from "./designed-returns.ts";
import { GameArt, TileName } from "./game-art.tsx";
import { gameMenuItems, type HouseGame } from "./menu-items.ts";
import type { PlayersNow } from "./use-players-now.ts";

interface GameTilesProps {
  readonly className: string;
  readonly facts: Partial<Record<HouseGame, ReactNode>>;
  /** Shown where a game has no other fact. */
  readonly returns?: DesignedReturns;
  readonly ref?: Ref<HTMLDivElement>;
  /** These games, in this order, instead of all. */
  readonly only?: readonly HouseGame[];
  /** Which names are shown. */
  found?(name: string): boolean;
  /** The player's favourites, if tiles can be marked. */
  readonly favourites?: readonly HouseGame[];
  onFavourite?(game: HouseGame): void;
  /** Real players of the last minutes, by game. */
  readonly players?: PlayersNow;
}

export function GameTiles({
  className,
  facts,
  returns = {},
  players = {},
  ref,
  only,
  found,
  favourites,
  onFavourite,
}: GameTilesProps) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const language = languageOf(useLocale());
  const rtp = (percent?: string) => percent && t("facts.rtp", { rtp: showPercent(percent, language) });
  const items = only ? only.flatMap(game => gameMenuItems.find(item => item.game === game) ?? []) : gameMenuItems;
  const shown = items.filter(({ game }) => found?.(t(`games.${game}`)) ?? true);
  if (shown.length === 0) return <p className="muted">{t("shelf.none")}</p>;
  return (
    <div className={className} ref={ref}>
      {shown.map(({ game, path }) => {
        const tile = (
          <Link key={game} className={`tile g-${game}`} to={href(path)}>
            <GameArt game={game} />
            <Playing count={players[game] ?? 0} />
            <TileName name={t(`games.${game}`)} fact={facts[game] ?? rtp(returns[game])} />
          </Link>
        );
        if (!onFavourite) return tile;
        const marked = favourites?.includes(game) ?? false;
        return (
          <div key={game} className="tile-mark">
            {tile}
            <button
              type="button"
              aria-pressed={marked}
              aria-label={t("shelf.mark", { game: t(`games.${game}`) })}
              onClick={() => onFavourite(game)}
            >
              <Icon of={Star} size={18} />
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** The number of active players; nothing if there are none. */
function Playing({ count }: { count: number }) {
  const { t } = useTranslation("lobby");
  if (count === 0) return null;
  return (
    <span className="badge playing">
      <i className="dot" aria-hidden="true" />
      {t("facts.playing", { count })}
    </span>
  );
}
