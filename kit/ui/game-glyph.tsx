/** The games: their order is the order of every list of them. */
export const houseGames = [
  "crash",
  "dice",
  "plinko",
  "limbo",
  "coinflip",
  "hilo",
  "keno",
  "roulette",
  "miner",
  "cases",
  "rooms",
] as const;
export type HouseGame = (typeof houseGames)[number];

const strokes: Record<HouseGame | "wheel", string> = {
  crash: "M3 17C8 17 13 14 17 5M17 5l-4.2.6M17 5l.8 4.2",
  dice: "M4 4h12v12H4zM7.5 7.5h.01M12.5 12.5h.01M10 10h.01",
  plinko: "M10 3.5h.01M7 8h.01M13 8h.01M4 12.5h.01M10 12.5h.01M16 12.5h.01M3 17h2.5M8.8 17h2.4M14.5 17h2.5",
  limbo: "M3 6h14M10 17V9.5M6.6 12.6 10 9.2l3.4 3.4",
  coinflip: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7 10l2.3 2.4L13 8",
  hilo: "M6 8l4-4 4 4M6 12l4 4 4-4",
  keno: "M6 6h.01M10 6h.01M14 6h.01M6 10h.01M10 10h.01M14 10h.01M6 14h.01M10 14h.01M14 14h.01",
  roulette: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 3v4M10 13v4M3 10h4M13 10h4",
  miner: "M3 8l3-4h8l3 4-7 9zM3 8h14M7.5 8 10 17l2.5-9",
  cases: "M3 7l7-4 7 4v7l-7 4-7-4zM3 7l7 4 7-4M10 11v7",
  wheel: "M10 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M5.8 6.8l8.4 8.4M14.2 6.8l-8.4 8.4M8 1.5h4l-2 3z",
  rooms: "M10 3a7 7 0 0 1 7 7M17 10a7 7 0 0 1-11 5.7M4.2 14A7 7 0 0 1 10 3M10 10V7",
};

/** A game's own glyph, in its hue when the element carries `g-<game>`. */
export function GameGlyph({ game, size = 20 }: { game: keyof typeof strokes; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={game === "keno" ? 2.6 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[game]} />
    </svg>
  );
}
