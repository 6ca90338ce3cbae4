import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { fairChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import type { RoundView } from "#studio/frame/shared/calls.ts";
import { gameData } from "#studio/frame/shared/game-data.ts";
import type { Theme } from "#studio/frame/shared/theme.ts";
import { slots } from "#studio/slots/registry.ts";
import type { PlayOptions } from "./play-options.ts";
import { playRound } from "./play-round.ts";
import { restOf } from "./rest-of-round.ts";
import { textsOf } from "./texts.ts";

const theme: Theme = {
  palette: { ground: "#000000", metal: "#000000", accent: "#000000", second: "#000000", well: ["#000000", "#000000"] },
  frame: "brass",
  sound: { stop: "click", win: "pluck", feature: "bell", scale: [0] },
  motion: "reels",
};

/** A stage and a synthesiser that write down what they are asked. */
function recorder() {
  const said: string[] = [];
  let window: readonly string[] = [];
  const note = (text: string) => void said.push(text);
  const stage = {
    show: () => {},
    start: () => note("start"),
    clear: () => {},
    paint: () => {},
    label: () => {},
    resize: async () => {},
    async stop(landing: { window: readonly string[] }) {
      window = landing.window;
    },
    async change(next: readonly string[]) {
      window = next;
    },
    bracket: async () => {},
    light: () => note("light"),
    get window() {
      return window;
    },
  };
  const sound = {
    wake: () => {},
    mute: () => {},
    muted: false,
    stop: () => {},
    turning: () => {},
    press: () => {},
    win: () => note("win sound"),
    scatter: () => {},
    feature: () => {},
  };
  let shownUnits = 0;
  const shown = {
    win: (units: number) => {
      shownUnits = units;
    },
    pill: () => {},
    plate: () => {},
    card: async () => {},
    amount: String,
  };
  const motion = { tween: async () => {}, run: () => () => {}, wait: async () => {}, skip: () => {} };
  return { said, stage, sound, shown, motion, units: () => shownUnits, window: () => window };
}

async function play(game: (typeof slots)[number], seed: number, shownTheme = theme) {
  const words = openStream(nobleHashes, new Uint8Array(32).fill(seed % 256), ["test", seed]);
  const mode = seed % 5 === 0 && Object.keys(game.modes).length > 1 ? "buy" : "base";
  const result = playSpin({ game, mode, currency: "USD", stake: 1_000_000n, chance: fairChance(words) });
  const round: RoundView = {
    mode,
    stake: "1",
    cost: String(result.cost / 1_000_000n),
    payout: String(Number(result.payout) / 1e6),
    multiple: result.multiple,
    capped: result.capped,
    events: result.events,
    jackpot: null,
    balance: null,
    state: "demo",
  };
  const seen = recorder();
  const options = {
    data: gameData(game, shownTheme, [], {}),
    say: textsOf("en"),
    language: "en",
    turbo: false,
    turning: true,
    reduced: true,
    leastMs: 0,
    ...seen,
  } as unknown as PlayOptions;
  await playRound(round, options);
  return { round, seen, result };
}

describe.each(slots.map(game => [game.slug, game] as const))("%s", (_slug, game) => {
  test("a feature has its name in each language, and is announced as its theme says", async () => {
    const own = ((await import(`#studio/slots/${game.slug}/theme.ts`)) as { readonly theme: Theme }).theme;
    const said = new Set<string>();
    for (let seed = 0; seed < 300; seed++) {
      const { events } = (await play(game, seed, own)).round;
      const names = events.flatMap(event => (event.type === "feature" ? event.name : []));
      for (const name of names) said.add(name);
    }
    const known = Object.keys(own.features ?? {});
    expect([...said].filter(name => name !== "free spins" && !known.includes(name))).toEqual([]);
  });

  test("what the client shows at the end is what was drawn, of 300 rounds", async () => {
    for (let seed = 0; seed < 300; seed++) {
      const { round, seen, result } = await play(game, seed);
      expect(seen.units() / game.units).toBeCloseTo(result.multiple.numerator / result.multiple.denominator, 9);
      const rest = restOf(round).window;
      if (rest.length > 0) expect(seen.window()).toEqual(rest);
    }
  });

  test("a loss and a return at or below the stake have no light and no win sound", async () => {
    let quiet = 0;
    for (let seed = 0; seed < 300; seed++) {
      const { round, seen } = await play(game, seed);
      if (Number(round.payout) > Number(round.cost)) continue;
      quiet += 1;
      expect(seen.said.filter(text => text !== "start")).toEqual([]);
    }
    expect(quiet).toBeGreaterThan(50);
  });
});
