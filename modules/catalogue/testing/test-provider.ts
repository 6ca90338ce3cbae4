import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { TableFacts } from "#modules/providers/server/index.ts";
import type { GameProvider, Opening, ProviderPicture } from "../server/index.ts";

/** A provider in a test's hands: it notes what it is sent, and responds with what the test says. */
export interface TestProvider extends GameProvider {
  readonly openings: Opening[];
  games: unknown[];
  pictures: Map<string, ProviderPicture>;
  live: TableFacts[];
  /** Calls for {@link live}. */
  asked: number;
  isDown: boolean;
}

export function testProvider(id: string, title: string, origin = `https://games.${id}.example`): TestProvider {
  const openings: Opening[] = [];
  return {
    id,
    title,
    origin,
    openings,
    games: [] as unknown[],
    pictures: new Map<string, ProviderPicture>(),
    live: [] as TableFacts[],
    asked: 0,
    isDown: false,
    async open(opening) {
      if (this.isDown) fail(unavailable);
      openings.push(opening);
      return opening.slug === "stray"
        ? "https://elsewhere.example/"
        : `${origin}/${opening.slug}#launch=${opening.mode}`;
    },
    async manifest() {
      return this.isDown ? fail(unavailable) : this.games;
    },
    async tables() {
      this.asked += 1;
      return this.isDown ? fail(unavailable) : this.live;
    },
    async picture(path) {
      return this.pictures.get(path) ?? fail(unavailable);
    },
  };
}

/** A whole entry of a manifest; `facts` differ from the usual. */
export function testManifest(game: string, facts: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    game,
    kind: "slots",
    title: { en: "Golden Steppe", ru: "Алтын Дала", kk: "Алтын Дала" },
    tags: ["ways", "scatter", "buy"],
    volatility: 5,
    hit_rate: "34.60",
    max_win: "5000",
    max_win_odds: 361_107,
    modes: [
      { mode: "base", rtp: "96.1995" },
      { mode: "buy", rtp: "95.57", buy: "65" },
    ],
    lines: null,
    ways: 243,
    stakes: { EUR: ["0.10", "1", "100"], KZT: ["50", "500", "50000"] },
    demo: true,
    phone: true,
    jackpot: null,
    maths: "ab".repeat(32),
    verifier: `/provider/v1/verifiers/${"ab".repeat(32)}.js`,
    ...facts,
  };
}
