import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Child, startChild } from "./child.ts";
import { type Environment, root } from "./settings.ts";

const script = join(root, "tools/story.ts");

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
  readonly note?: string;
}

/** Remembers that this database is to hear the demo story, also when the opening breaks off before it begins. */
export async function orderStory(dataFolder: string): Promise<void> {
  await writeFile(join(dataFolder, "story-pending"), "");
}

export function storyIsPending(dataFolder: string): boolean {
  return existsSync(script) && existsSync(join(dataFolder, "story-pending"));
}

/**
 * Plays the demo story, once, in a process of its own; its lines are its progress. One that was cut off is not told again:
 * what it did so far has happened. @returns a sentence when it did not come to its end.
 */
export async function playStory(
  dataFolder: string,
  environment: Environment,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await rm(join(dataFolder, "story-pending"), { force: true });
  const story = startChild({ name: "demo story", script, environment });
  signal?.addEventListener("abort", () => void story.stop(), { once: true });
  const sentence = await story.ended;
  return sentence.includes("exit code 0") ? undefined : sentence;
}

/** The second part of the story, beside the open house: people of the story join its first crash rounds for ten minutes. */
export function startCrashEvening(environment: Environment): Child {
  return startChild({ name: "crash evening", script: join(root, "tools/story/crash-evening.ts"), environment });
}

/** The logins the story left in DATA_DIR/demo.json. */
export async function demoLogins(dataFolder: string): Promise<readonly DemoLogin[]> {
  const text = await readFile(join(dataFolder, "demo.json"), "utf8").catch(() => '{"logins":[]}');
  return (JSON.parse(text) as { logins: DemoLogin[] }).logins;
}
