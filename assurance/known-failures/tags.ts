import { type Game, type Group, games, gamesOf, groups, type Subject } from "./failures.ts";

const count = 27;

/** `known-failure/4/crash`: in crash, and in what runs it, the test fails on bug 4 of the table. A game, a group of games, `all`, or what is of no game. */
export type KnownFailureTag = `known-failure/${number}/${Game | Group | "all" | "Fairhouse"}`;

declare module "vitest" {
  interface TestTags {
    knownFailure: KnownFailureTag;
  }
}

const subjects = [...new Set<string>(["all", "Fairhouse", ...Object.keys(groups), ...games])];

/** Vitest refuses a tag that is not defined. */
export const knownFailureTags = Array.from({ length: count }, (_, i) => i + 1).flatMap(number =>
  subjects.map(subject => ({ name: `known-failure/${number}/${subject}` as KnownFailureTag })),
);

/** What a tag says; undefined for another tag. */
export function readTag(tag: string): { readonly number: number; readonly games: readonly Subject[] } | undefined {
  const [kind, number, which] = tag.split("/");
  if (kind !== "known-failure" || !subjects.includes(which ?? "")) return undefined;
  return { number: Number(number), games: gamesOf(which as Subject) };
}
