/** Printed by `npm run games` from modules/games/index.ts. Do not edit. The games with entries of their own, in the order in which they are shown. */
export const menuGames = [
  {
    game: "crash",
    glyph: "M3 17C8 17 13 14 17 5M17 5l-4.2.6M17 5l.8 4.2",
  },
  {
    game: "dice",
    glyph: "M4 4h12v12H4zM7.5 7.5h.01M12.5 12.5h.01M10 10h.01",
  },
  {
    game: "plinko",
    glyph: "M10 3.5h.01M7 8h.01M13 8h.01M4 12.5h.01M10 12.5h.01M16 12.5h.01M3 17h2.5M8.8 17h2.4M14.5 17h2.5",
  },
  {
    game: "limbo",
    glyph: "M3 6h14M10 17V9.5M6.6 12.6 10 9.2l3.4 3.4",
  },
  {
    game: "coinflip",
    glyph: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M7 10l2.3 2.4L13 8",
  },
  {
    game: "hilo",
    glyph: "M6 8l4-4 4 4M6 12l4 4 4-4",
  },
  {
    game: "keno",
    glyph: "M6 6h.01M10 6h.01M14 6h.01M6 10h.01M10 10h.01M14 10h.01M6 14h.01M10 14h.01M14 14h.01",
    glyphWidth: 2.6,
    figures: [
      {
        text: "7",
        x: 92,
        y: 118.1,
        size: 30.4,
      },
      {
        text: "24",
        x: 212,
        y: 130.3,
        size: 37,
      },
      {
        text: "31",
        x: 76,
        y: 263.4,
        size: 34.3,
      },
      {
        text: "12",
        x: 224,
        y: 271.7,
        size: 29,
      },
      {
        text: "40",
        x: 148,
        y: 205.8,
        size: 47.5,
        fill: "var(--ivory-50)",
      },
    ],
  },
  {
    game: "roulette",
    glyph: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 3v4M10 13v4M3 10h4M13 10h4",
  },
  {
    game: "miner",
    glyph: "M3 8l3-4h8l3 4-7 9zM3 8h14M7.5 8 10 17l2.5-9",
  },
  {
    game: "cases",
    glyph: "M3 7l7-4 7 4v7l-7 4-7-4zM3 7l7 4 7-4M10 11v7",
  },
  {
    game: "rooms",
    glyph: "M10 3a7 7 0 0 1 7 7M17 10a7 7 0 0 1-11 5.7M4.2 14A7 7 0 0 1 10 3M10 10V7",
  },
] as const;

/** Games that are played below the page of another one. */
export const gamesBelow = {
  duels: "coinflip",
  battles: "cases",
} as const;
