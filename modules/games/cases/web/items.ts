/** Drawings of prizes: silhouettes on a square of 100, filled by the even-odd rule. */
export const itemShapes: Readonly<Record<string, string>> = {
  apple:
    "M50 31c-4-6-12-8-20-5-12 4-16 18-13 32 3 15 12 30 21 30 5 0 8-3 12-3s7 3 12 3c9 0 18-15 21-30 3-14-1-28-13-32-8-3-16-1-20 5zM48 28c0-8 2-13 6-17l4 3c-3 4-5 8-5 14zM58 20c3-8 11-12 20-10-2 8-10 13-20 10z",
  cherries:
    "M29 56a17 17 0 1 0 .1 0zM70 48a17 17 0 1 0 .1 0zM27 55C31 37 43 22 64 12l3 5C48 27 37 39 32 56zM66 48c0-13-3-22-9-30l5-3c7 9 10 20 10 33zM64 13c9-8 22-7 29 1-10 8-22 7-29-1z",
  leaf: "M86 12C42 12 14 34 17 66c0 7 2 12 5 16l-8 10 6 4 8-10c34 6 60-21 58-74zM28 74C36 53 50 39 70 29 54 45 42 59 33 78z",
  tulip:
    "M50 62C29 62 22 46 26 16c8 3 14 9 17 16 1-9 3-15 7-20 4 5 6 11 7 20 3-7 9-13 17-16 4 30-3 46-24 46zM47 62h6v32h-6zM53 92c2-16 12-24 29-24-1 14-12 24-29 24zM47 92C45 78 37 72 22 72c1 12 11 20 25 20z",
  feather: "M86 8C48 10 24 34 22 66L11 90l7 3 9-19c36-2 58-26 59-66zM31 64c8-18 20-31 37-40-13 12-23 25-31 42z",
  bell: "M50 10c4 0 8 3 8 8 14 4 21 16 21 33v15l9 11v4H12v-4l9-11V51c0-17 7-29 21-33 0-5 4-8 8-8zM39 85h22a11 11 0 0 1-22 0z",
  coins:
    "M10 79h36v10H10zM13 66h36v10H13zM10 53h36v10H10zM14 40h36v10H14zM54 79h36v10H54zM57 66h36v10H57zM54 53h36v10H54zM58 40h36v10H58zM54 27h36v10H54zM57 14h36v10H57z",
  sun: "M50 30a20 20 0 1 0 .1 0zM46 5h8v18h-8zM46 77h8v18h-8zM5 46h18v8H5zM77 46h18v8H77zM15 21l6-6 13 13-6 6zM66 72l6-6 13 13-6 6zM79 15l6 6-13 13-6-6zM28 66l6 6-13 13-6-6z",
  key: "M30 27a23 23 0 1 0 .1 0zM30 40a10 10 0 1 0 .1 0zM51 45h43v11h-6v14h-9V56h-7v10h-9V56H51z",
  ring: "M50 38a28 28 0 1 0 .1 0zM50 49a17 17 0 1 0 .1 0zM35 8h30l10 13-25 22-25-22z",
  horseshoe:
    "M50 8c26 0 38 20 36 46-1 14-6 27-12 38H58c8-13 13-26 13-40 0-17-8-27-21-27s-21 10-21 27c0 14 5 27 13 40H26c-6-11-11-24-12-38C12 28 24 8 50 8z",
  purse:
    "M34 8h32l-7 16c19 8 31 27 31 46 0 16-12 24-40 24S10 86 10 70c0-19 12-38 31-46zM50 40l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z",
  gems: "M50 4l20 14-20 28-20-28zM26 44l18 16-18 36L6 60zM74 44l20 16-20 36-18-36z",
  fish: "M6 50c15-24 42-30 62-10l24-18c-5 14-5 42 0 56L68 60C48 80 21 74 6 50zM28 42a6 6 0 1 0 .1 0z",
  anchor:
    "M50 6a11 11 0 0 1 5 21v9h15v9H55v37c13-2 21-11 23-23l-8 4 8-21 15 17-7 1c-3 21-17 34-36 34S17 81 14 60l-7-1 15-17 8 21-8-4c2 12 10 21 23 23V45H30v-9h15v-9a11 11 0 0 1 5-21z",
  trident:
    "M46 96V62C30 60 20 50 20 32l-8 3 9-29 10 29-5-3c0 12 7 20 20 22V28l-7 4L50 2l11 30-7-4v26c13-2 20-10 20-22l-5 3L79 6l9 29-8-3c0 18-10 28-26 30v34z",
  ship: "M47 6h6v8l28 32H53v8h41L80 88H20L6 54h41v-8H17c11-8 24-20 30-32z",
  moon: "M60 6A45 45 0 1 0 94 66 38 38 0 1 1 60 6z",
  owl: "M18 8l16 10h32L82 8l4 38c0 32-13 48-36 48S14 78 14 46zM35 32a13 13 0 1 0 .1 0zM65 32a13 13 0 1 0 .1 0zM50 54l7 9-7 9-7-9z",
  star: "M50 4l14 29 32 4-23 22 6 32-29-15-29 15 6-32L4 37l32-4z",
  shield: "M50 4l38 11v31c0 26-15 40-38 50C27 86 12 72 12 46V15zM50 18L25 25v21c0 17 9 29 25 36z",
  crown: "M6 24l23 23L50 10l21 37 23-23-9 56H15zM15 84h70v9H15z",
  yurt: "M8 54C14 32 31 17 46 13V4h8v9c15 4 32 19 38 41zM11 60h78v32H61V68H39v24H11z",
  leopard:
    "M14 10l19 12c11-5 23-5 34 0l19-12 3 32c5 26-13 52-39 54C24 94 6 68 11 42zM29 44l15 7-10 7-9-5zM71 44l4 9-9 5-10-7zM41 66h18l-9 10z",
  book: "M6 16c17-4 31-2 41 6v70c-10-8-24-10-41-6zM94 16c-17-4-31-2-41 6v70c10-8 24-10 41-6z",
  flame:
    "M54 2c4 22 30 32 30 62 0 21-15 34-34 34S16 85 16 64c0-15 8-26 17-34 0 10 4 15 8 17 4-15 3-30 13-45zM50 58c-6 8-13 13-13 22 0 7 6 12 13 12s13-5 13-12c0-9-9-12-13-22z",
  mountain: "M2 90L36 18l15 28 14-21 33 65zM36 38L25 62l8-5 8 7 7-6z",
};

export const rarities = ["stone", "azure", "violet", "brass", "absinthe"] as const;
export type Rarity = (typeof rarities)[number];

/** Rarity by a prize's multiplier, in hundredths: up to 1, 2.5, 7, 30, more. */
export function rarityOf(multiple: number): Rarity {
  if (multiple <= 100) return "stone";
  if (multiple <= 250) return "azure";
  if (multiple <= 700) return "violet";
  return multiple <= 3000 ? "brass" : "absinthe";
}

/** The drawing of a case. */
export const caseSigns: Readonly<Record<string, string>> = {
  orchard: "apple",
  bazaar: "purse",
  "kitchen-garden": "leaf",
  harbour: "anchor",
  "night-watch": "owl",
  steppe: "yurt",
  library: "book",
  workshop: "key",
  amber: "gems",
  "mountain-pass": "mountain",
  caravan: "coins",
  lighthouse: "flame",
  observatory: "star",
  foundry: "shield",
  "silk-road": "ship",
  treasury: "crown",
  "winter-palace": "moon",
};
