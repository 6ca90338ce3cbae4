import sheet from "virtual:art/games";
import type { ReactNode } from "react";
import { menuGames } from "#modules/games/printed/menu.ts";
import type { HouseGame } from "./menu-items.ts";

interface Figure {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill?: string;
}

/** The engraved plate of a house game. Figures are text over the picture, because a picture cannot use the page's fonts. */
export function GameArt({ game }: { game: HouseGame }) {
  const figures = figuresOf(game);
  return (
    <>
      <img className="art" src={`${sheet}#${game}`} alt="" width={300} height={360} loading="lazy" decoding="async" />
      {figures && <Figures of={figures} />}
    </>
  );
}

function figuresOf(game: HouseGame): readonly Figure[] | undefined {
  const entry: { readonly game: string; readonly figures?: readonly Figure[] } | undefined = menuGames.find(
    each => each.game === game,
  );
  return entry?.figures;
}

function Figures({ of }: { of: readonly Figure[] }) {
  return (
    <svg className="art" viewBox="0 0 300 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g
        transform="translate(150 138) scale(.83) translate(-150 -178)"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fill="var(--g-deep)"
      >
        {of.map(figure => (
          <text key={figure.text} x={figure.x} y={figure.y} fontSize={figure.size} fill={figure.fill}>
            {figure.text}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** The name and the caption at the foot of a tile. */
export function TileName({ name, fact }: { name: ReactNode; fact?: ReactNode }) {
  return (
    <span className="tile-name">
      <b>{name}</b>
      <small>{fact ?? "\u00a0"}</small>
    </span>
  );
}
