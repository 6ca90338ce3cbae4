import { writeFileSync } from "node:fs";
import { type ProvidedRound, providedRound } from "#modules/bets/shared/contract.ts";
import texts from "#modules/providers/locale/en.json" with { type: "json" };
import { hashOfModule, runIsolated } from "#modules/providers/server/index.ts";
import { type RoundStep, type RoundVerification, verifyProvidedRound } from "#modules/providers/shared/verify-round.ts";
import { Unusable } from "./sources.ts";

/** A provider's round with the module that verifies it: all that a verification needs, without a server. */
export interface ProvidedFile {
  readonly provided: ProvidedRound;
  readonly module: string | null;
}

/** The provider's round in a response of the server or an exported file; undefined where it is of something else. */
export function providedIn(given: unknown): ProvidedFile | undefined {
  const body = given !== null && typeof given === "object" && "data" in given ? given.data : given;
  if (body === null || typeof body !== "object" || !("provided" in body)) return undefined;
  const read = providedRound.safeParse(body.provided);
  if (!read.success) {
    const where = read.error.issues.map(issue => issue.path.join(".") || "round").join(", ");
    throw new Unusable(`This is not the record of a provider's round (${where}).`);
  }
  const module = "module" in body && typeof body.module === "string" ? body.module : null;
  return { provided: read.data, module };
}

/** The module as a running server keeps it. */
export async function withModule(apiUrl: string, { provided }: ProvidedFile): Promise<ProvidedFile> {
  if (provided.verifier === null) return { provided, module: null };
  const response = await fetch(new URL(provided.verifier, apiUrl));
  return { provided, module: response.ok ? await response.text() : null };
}

export function saveProvided(path: string, file: ProvidedFile): void {
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
}

/** Prints the verification step by step; returns the exit code. */
export async function showProvided({ provided, module }: ProvidedFile, say: (line: string) => void): Promise<number> {
  const found = await verifyProvidedRound(provided, module, { hashOf: hashOfModule, run: runIsolated });
  for (const line of describeProvided(provided, found)) say(line);
  return found.verdict === "matches" ? 0 : found.verdict === "differs" ? 1 : 2;
}

const signs = { equal: "=", differs: "≠", computed: "·", not_revealed: "·", unknown: "?" } as const;
const longestLine = 2_000;

export function describeProvided(provided: ProvidedRound, { verdict, reason, steps }: RoundVerification): string[] {
  const { title, slug, provider, stake, win, currency, state } = provided;
  const different = steps.filter(step => step.state === "differs").map(titleOf);
  const why = texts.reasons[reason ?? verdict].replace("{{steps}}", different.join("; "));
  return [
    `${title?.en ?? slug} (${provider}): stake ${stake} ${currency}, win ${win} ${currency}, ${state}`,
    "",
    ...steps.flatMap((step, index) => [
      `${index + 1}. ${titleOf(step)}`,
      `   ${step.line.slice(0, longestLine)}`,
      `   ${signs[step.state]} ${texts.states[step.state]}`,
    ]),
    "",
    `${texts.verdicts[verdict]}. ${why}`,
  ];
}

const ownTitles: Readonly<Record<string, string>> = texts.steps;
const titleOf = ({ key, title }: RoundStep) => title?.en ?? ownTitles[key] ?? key;
