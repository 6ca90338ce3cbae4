import type { ReactNode, Ref } from "react";
import { Link } from "react-router";
import type { HouseGame } from "#kit/ui/game-glyph.tsx";
import { GameArt, TileName } from "#kit/ui/game-tile.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { gamePlaces } from "./frame/places.ts";

/** Open games first, then those on their way, each with the one fact it has to say. */
const order = [...gamePlaces].sort((a, b) => Number(b.open) - Number(a.open));

export function GameTiles(props: {
  className: string;
  facts: Partial<Record<HouseGame, ReactNode>>;
  ref?: Ref<HTMLDivElement>;
}) {
  const { t } = useTranslation("content");
  const href = useHref();
  return (
    <div className={props.className} ref={props.ref}>
      {order.map(({ game, path, open }) =>
        open ? (
          <Link key={game} className={`tile g-${game}`} to={href(path)}>
            <GameArt game={game} />
            <TileName name={t(`games.${game}`)} fact={props.facts[game] ?? t(`facts.${game}`)} />
          </Link>
        ) : (
          <div key={game} className={`tile soon g-${game}`}>
            <GameArt game={game} />
            <TileName name={t(`games.${game}`)} fact={t("frame.soon")} />
          </div>
        ),
      )}
    </div>
  );
}
