import sheet from "virtual:art/games";
import type { ReactNode } from "react";
import type { HouseGame } from "./game-glyph.tsx";

/** The engraved plate of a house game. Figures are text over the picture, because a picture cannot use the page's fonts. */
export function GameArt({ game }: { game: HouseGame }) {
  return (
    <>
      <img className="art" src={`${sheet}#${game}`} alt="" width={300} height={360} loading="lazy" decoding="async" />
      {game === "keno" && <Figures of={kenoFigures} fill="var(--g-deep)" />}
    </>
  );
}

const kenoFigures = [
  { text: "7", x: 92, y: 118.1, size: 30.4 },
  { text: "24", x: 212, y: 130.3, size: 37 },
  { text: "31", x: 76, y: 263.4, size: 34.3 },
  { text: "12", x: 224, y: 271.7, size: 29 },
  { text: "40", x: 148, y: 205.8, size: 47.5, fill: "var(--ivory-50)" },
];

function Figures({
  of,
  fill,
}: {
  of: readonly { text: string; x: number; y: number; size: number; fill?: string }[];
  fill: string;
}) {
  return (
    <svg className="art" viewBox="0 0 300 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g
        transform="translate(150 138) scale(.83) translate(-150 -178)"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="800"
        fill={fill}
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
