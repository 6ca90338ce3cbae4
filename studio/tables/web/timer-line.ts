import type { RoundFacts } from "../shared/calls.ts";
import type { Stage } from "./stage.ts";
import type { Language, Say } from "./texts.ts";

/** What the timer says: a text, what is under it, the seconds that are left where they are counted, and their part of the whole. */
export interface TimerLine {
  readonly text: string;
  readonly detail: string;
  readonly seconds: number | null;
  readonly part: number;
}

export interface TimerTexts {
  readonly say: Say;
  readonly language: Language;
  readonly stage: Pick<Stage, "texts" | "resultText" | "turnText">;
}

const lastSeconds = 5;

export const isBettingAt = (round: RoundFacts, at: number): boolean =>
  round.phase === "betting" && at < round.closes_at;

/** @param at milliseconds of the studio's clock */
export function timerLine(round: RoundFacts, at: number, texts: TimerTexts): TimerLine {
  if (round.phase === "playing") return turnLine(round, at, texts);
  const { say, language } = texts;
  const name = say("round", { n: round.number.toLocaleString(language === "en" ? "en" : "ru") });
  return isBettingAt(round, at) ? bettingLine(round, at, say, name) : laterLine(round, at, texts, name);
}

function bettingLine(round: RoundFacts, at: number, say: Say, name: string): TimerLine {
  const left = round.closes_at - at;
  const seconds = Math.ceil(left / 1_000);
  const part = left / (round.closes_at - round.opened_at);
  return { text: say(seconds <= lastSeconds ? "closing" : "betting"), detail: name, seconds, part };
}

function laterLine(round: RoundFacts, at: number, { say, stage }: TimerTexts, name: string): TimerLine {
  const phase = round.phase === "betting" || round.phase === "playing" ? "closed" : round.phase;
  if (phase === "settled" && round.next_at !== null && at > round.next_at)
    return { text: say("waiting"), detail: name, seconds: null, part: 0 };
  if (phase === "settled" && round.outcome !== null) {
    const toNext = Math.max(1, Math.ceil(((round.next_at ?? at) - at) / 1_000));
    return { text: stage.resultText(round.outcome), detail: say("nextIn", { n: toNext }), seconds: null, part: 0 };
  }
  if (phase === "dealing") return { text: stage.texts.dealing, detail: name, seconds: null, part: 0 };
  return { text: say(phase), detail: name, seconds: null, part: 0 };
}

function turnLine(round: RoundFacts, at: number, { stage }: TimerTexts): TimerLine {
  const { title: text, detail } = stage.turnText?.(round) ?? { title: "", detail: "" };
  const { starts_at: startsAt = 0, ends_at: endsAt = null } = round.play ?? {};
  if (endsAt === null || at < startsAt) return { text, detail, seconds: null, part: 0 };
  const left = endsAt - at;
  return { text, detail, seconds: Math.max(0, Math.ceil(left / 1_000)), part: left / Math.max(1, endsAt - startsAt) };
}
