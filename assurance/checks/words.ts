/**
 * Words of the project's former dialect (docs/decisions/0059 translates them) and where one of them may still be used. Stored names, wire
 * fields and names of libraries keep their text.
 */

/** Parts of identifiers that are refused: `worth` refuses `worthOf` too. */
export const retiredParts = [
  "desk",
  "desks",
  "seated",
  "sitting",
  "between",
  "tell",
  "told",
  "tells",
  "company",
  "companies",
  "nobody",
  "reign",
  "reigns",
  "fenced",
  "bell",
  "heard",
  "unheard",
  "gate",
  "gates",
  "face",
  "faces",
  "humans",
  "deed",
  "deeds",
  "wish",
  "wishes",
  "door",
  "doors",
  "worth",
  "meant",
  "together",
  "kept",
  "must",
  "gauntlet",
  "house",
  "look",
  "purse",
  "purses",
  "whoever",
] as const;

/** Identifiers that are right all the same, each with its reason. */
export const allowedIdentifiers: Readonly<Record<string, string>> = {
  must_hit_by: "the field's term for a jackpot that is won before its pot passes a limit",
  HouseGame: "house games: the field's term for a casino's own games",
  HouseGames: "house games",
  house: "the casino as a party of a duel: wire field and column",
  houseAfterMs: "the casino joins a duel",
  setHouse: "the casino joins a duel",
  houseOwner: "owner of the casino's own accounts in the ledger: stored id",
  House: "icon of lucide-react",
  Bell: "icon of lucide-react",
  InboxBell: "the bell of the inbox, as every site calls it",
  bell: "a picture in a case",
  purse: "a picture in a case",
  face: "wire field: how a player is shown in feeds",
  Face: "a playing card's face",
  CoinFace: "a coin's face",
  worth: "wire field of stepwise rounds and coins",
  freeWildWorth: "a constant of a math file that a stored proof covers",
  gate: "column of wallet.bets",
  company_decision: "stored JSON of a verification",
  costsBetween: "costs between two dates",
  betweenModules: "imports between modules",
  mustLose: "a bet that cannot win",
  mustSignOn: "the visit has to sign on",
  BoxFace: "what is printed on a box of a felt",
  ChipFace: "the value printed on a chip",
  chipFaces: "the values printed on chips",
  dieFace: "a side of a die",
  faces: "sides of dice",
  ofFaces: "sides of dice",
  faceRow: "sides of dice",
  houseWheel: "the table House Wheel: its slug",
};

/** Files whose names are right all the same. */
export const allowedFiles: readonly string[] = ["apps/site/frame/inbox-bell.tsx", "modules/bets/web/coin-face.tsx"];

/** Whole words of comments and hand-written documents that are refused; "house edge" and "house games" are terms. */
export const retiredProse: readonly RegExp[] = [
  /\b(?:desk|desks|reign|reigns|gauntlet|unheard|deed|deeds|whoever|anew)\b/i,
  /\bwish(?:es)?\b/i,
  /\bof the house\b(?! (?:edge|games?))/i,
  /\bthe house\b(?! (?:edge|games?|accounts?))/i,
  /\b(?:tells|told) (?:the|a|an|its|every|each)\b/i,
  /\bpeople of\b/i,
  /\b(?:to|for|by) nobody\b/i,
  /\b(?:returns|throws)(?: an error with)? one sentence\b/i,
  /\bwho has none\b/i,
];

/** Whole names that are refused: words of theirs are right elsewhere. */
export const retiredNames: readonly string[] = [
  "NotTaken",
  "whoReturns",
  "beforeWaysChange",
  "untilSo",
  "noteScan",
  "knowCodes",
  "giveBack",
  "givenBack",
  "bettingTable",
  "feedTable",
  "killTable",
  "takeIn",
  "flyOn",
];

/** Texts that quote the slogan of the specification. */
export const slogans: readonly string[] = [
  "The house",
  "The house you can check",
  "Fairhouse, the house you can check",
];

/** Stored names in texts of code: a schema and its tables, jobs, key contexts, the table of a game's leader. */
export const storedNames = /^desk$|\bdesk\.\w+|^fairhouse desk |\.reign\b/g;

/** Files whose text is history, generated, or names stored things. */
export const untouchedFiles: readonly RegExp[] = [
  /^CHANGELOG\.md$/,
  /^docs\/decisions\//,
  /\/migrations\//,
  /^docs\/(?:api|calls|errors|spec-coverage)\.md$/,
  /^docs\/slots\//,
  /^assurance\/checks\/words/,
  // A stored proof holds for the exact text of these files: a rename comes with the next change of the maths.
  /^studio\/(?:slots\/[^/]+\/(?!features)|engine\/(?:shared|proof)\/)[^/]+\.ts$/,
];
