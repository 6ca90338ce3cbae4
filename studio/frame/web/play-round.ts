import type { Cell, SpinEvent } from "#studio/engine/shared/types.ts";
import type { RoundView } from "#studio/frame/shared/calls.ts";
import type { PlayOptions } from "./play-options.ts";
import { createWins } from "./play-wins.ts";
import { heldAlone, isHeld } from "./rest-of-round.ts";

type Win = Extract<SpinEvent, { type: "win" }>;
type Values = Extract<SpinEvent, { type: "values" }>;

/** Shows a drawn round. It only plays events: nothing here decides. */
export async function playRound(round: RoundView, options: PlayOptions): Promise<void> {
  const player = createPlayer(round, options);
  for (let i = 0; i < round.events.length; ) i += await player.step(round.events, i);
}

function createPlayer(round: RoundView, options: PlayOptions) {
  const { data, stage, motion, sound, say, shown, turbo, reduced } = options;
  /** A return at or below the stake is shown without light and sound. */
  const quiet = options.shown.amount(0) === "" || !isAbove(round);
  let reelsShown = 0;
  let left = 0;
  let counter: "freeSpins" | "respins" = "freeSpins";
  let linked: readonly number[] = [];
  let held: readonly Cell[] = [];
  const heldTexts: string[] = [];
  let respins = 0;
  const cardsShown = new Set<string>();
  const pace = turbo ? 0.4 : 1;
  const wins = createWins(options, { quiet, pace });

  async function reels(event: Extract<SpinEvent, { type: "reels" }>): Promise<void> {
    if (reelsShown > 0 || !options.turning) {
      if (reelsShown > 0) await motion.wait(250 * pace);
      if (!reduced) stage.start();
      if (left > 0) shown.pill(say(counter, { n: --left }));
    }
    const columns = data.grid.reels;
    const staggerMs = turbo ? 30 : 120;
    const leastMs = reelsShown === 0 ? options.leastMs : turbo ? 300 : 700;
    sound.turning(!reduced);
    await stage.stop({
      set: event.set,
      stops: event.stops,
      window: event.window,
      staggerMs,
      reduced,
      firstMs: Math.max(turbo ? 250 : 420, leastMs - (columns - 1) * staggerMs),
      onStop: reel => {
        // Linked reels stop with one click.
        if (!linked.includes(reel) || reel === linked.at(-1)) sound.stop(reel);
        if (reel === columns - 1) sound.turning(false);
      },
    });
    reelsShown += 1;
  }

  async function showFeature(event: Extract<SpinEvent, { type: "feature" }>): Promise<void> {
    sound.feature();
    const feature = data.theme.features?.[event.name];
    if (feature?.bracket) return bracket(event.detail ?? "", feature.titles[options.language]);
    left += event.spins;
    counter = feature?.counts === "respins" ? "respins" : "freeSpins";
    const counted = say(counter, { n: event.spins });
    const symbol = data.symbols.find(({ letter }) => letter === event.detail)?.titles[options.language];
    const title = feature?.titles[options.language] ?? counted;
    if ((!feature || feature.onCard) && !cardsShown.has(event.name))
      await shown.card(title, symbol ?? (feature?.counts ? counted : ""));
    cardsShown.add(event.name);
    if (feature && !feature.counts) left = 0;
    shown.pill(feature && !feature.counts ? title : say(counter, { n: left }));
  }

  async function bracket(detail: string, title: string): Promise<void> {
    const [first = 1, last = first] = detail.split("-").map(Number);
    linked = Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index);
    shown.pill(`${title}: ${linked.length}`);
    await stage.bracket(linked, reduced);
  }

  async function values(event: Values): Promise<void> {
    // What is held is worth so many stakes; everywhere else a value multiplies.
    const texts = event.values.map(value => (isHeld(event) ? shown.amount(value * data.units) : `×${value}`));
    if (isHeld(event)) await hold(event.cells, texts);
    else stage.label(event.cells, texts);
    if (event.cells.length > 0) sound.scatter(event.cells.length);
    await motion.wait((event.cells.length > 0 ? 520 : 300) * pace);
  }

  /** Each respin counts down; what lands sets the count back. */
  async function hold(cells: readonly Cell[], texts: readonly string[]): Promise<void> {
    if (held.length > 0) left = cells.length > 0 ? respins : left - 1;
    respins = Math.max(respins, left);
    held = [...held, ...cells];
    heldTexts.push(...texts);
    await stage.change(heldAlone(stage.window, held), cells, "held");
    stage.label(held, heldTexts);
    shown.pill(say(counter, { n: left }));
  }

  async function step(events: readonly SpinEvent[], i: number): Promise<number> {
    const event = events[i] as SpinEvent;
    switch (event.type) {
      case "reels":
        await reels(event);
        return 1;
      case "win": {
        const end = events.findIndex((other, at) => at > i && other.type !== "win");
        const list = events.slice(i, end < 0 ? undefined : end) as Win[];
        await wins.show(list);
        return list.length;
      }
      case "window":
        await motion.wait(200 * pace);
        await stage.change(event.window, event.cells, event.cause);
        return 1;
      case "feature":
        await showFeature(event);
        return 1;
      case "values":
        await values(event);
        return 1;
      case "multiplier":
        shown.plate(event.value);
        if (event.value > 1) shown.pill(say("multiplier", { n: event.value }));
        await motion.wait((event.name === "plate" ? 500 : 250) * pace);
        return 1;
      case "feature_end":
        left = 0;
        shown.pill("");
        if (event.units > 0 && (data.theme.features?.[event.name]?.onCard ?? event.name === "free spins"))
          await shown.card(say("featureWon", { amount: shown.amount(event.units) }), "");
        return 1;
      case "pot":
        sound.feature();
        return 1;
      case "total":
        shown.win(event.units, event.capped ? say("maxed") : "");
        return 1;
    }
  }
  return { step };
}

/** Whether the round paid more than it cost. */
function isAbove({ payout, cost }: RoundView): boolean {
  return Number(payout) > Number(cost);
}
