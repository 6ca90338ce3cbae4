import { writeFileSync } from "node:fs";
import { nobleHashes } from "#kit/fair/noble.ts";
import texts from "#modules/betting/locale/en.json" with { type: "json" };
import { type SlipProof, slipProof } from "#modules/betting/shared/proof-contract.ts";
import type { ProofState, ProofStep, SlipVerification } from "#modules/betting/shared/proof-steps.ts";
import { frameName, wantedFrames } from "#modules/betting/shared/verify-log.ts";
import { readReceipt } from "#modules/betting/shared/verify-receipt.ts";
import { verifySlip } from "#modules/betting/shared/verify-slip.ts";
import { type FeedFrame, feedFrame } from "#modules/odds/shared/proof-contract.ts";
import { Unusable } from "./sources.ts";

/** A slip with all that its verification reads, without a server. */
export interface SlipFile {
  readonly slip: SlipProof;
  readonly frames: Readonly<Record<string, FeedFrame>>;
}

const slipId = /^[\w-]{43}$/;

/** The slip in a saved file; undefined where it is of something else. */
export function slipIn(given: unknown): SlipFile | undefined {
  if (given === null || typeof given !== "object" || !("slip" in given)) return undefined;
  const read = slipProof.safeParse(given.slip);
  if (!read.success) {
    const where = read.error.issues.map(issue => issue.path.join(".") || "slip").join(", ");
    throw new Unusable(`This is not the proof of a slip (${where}).`);
  }
  const stated = "frames" in given && given.frames !== null ? Object.entries(given.frames as object) : [];
  const frames = stated.flatMap(([name, value]) => {
    const frame = feedFrame.safeParse(value);
    return frame.success ? [[name, frame.data] as const] : [];
  });
  return { slip: read.data, frames: Object.fromEntries(frames) };
}

/** The slip of this id at a running server, with its frames; undefined when there is none. */
export async function slipOf(apiUrl: string, id: string): Promise<SlipFile | undefined> {
  if (!slipId.test(id)) return undefined;
  const proof = await dataOf(apiUrl, `/api/v1/betting/slips/${id}/proof`);
  const slip = proof === undefined ? undefined : slipIn({ slip: proof })?.slip;
  if (!slip) return undefined;
  const legs = readReceipt(slip.receipt, "slip")?.legs ?? [];
  const frames: Record<string, FeedFrame> = {};
  for (const entry of slip.events.flatMap(event => wantedFrames(event, legs))) {
    const frame = feedFrame.safeParse(await dataOf(apiUrl, `/api/v1/betting/frames/${frameName(entry)}`));
    if (frame.success) frames[frameName(entry)] = frame.data;
  }
  return { slip, frames };
}

async function dataOf(apiUrl: string, path: string): Promise<unknown> {
  const response = await fetch(new URL(path, apiUrl)).catch((error: unknown) => {
    throw new Unusable(`No server responds at ${apiUrl} (${(error as Error).message}).`);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Unusable(`The server responded with ${response.status} to ${path}.`);
  return ((await response.json()) as { data: unknown }).data;
}

export function saveSlip(path: string, file: SlipFile): void {
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`);
}

/** Prints the verification step by step; returns the exit code. */
export function showSlip({ slip, frames }: SlipFile, say: (line: string) => void): number {
  const found = verifySlip(nobleHashes, slip, new Map(Object.entries(frames)));
  for (const line of describeSlip(slip, found)) say(line);
  return found.verdict === "differs" ? 1 : found.verdict === "missing" ? 2 : 0;
}

const signs: Readonly<Record<ProofState, string>> = {
  equal: "=",
  differs: "≠",
  pending: "·",
  missing: "?",
  stated: "·",
};
const longestLine = 2_000;

export function describeSlip({ id, stands }: SlipProof, { verdict, steps }: SlipVerification): string[] {
  const { verdicts, reasons, states } = texts.proof;
  const different = steps.filter(({ state }) => state === "differs").map(titleOf);
  return [
    `slip ${id}: ${stands.status}, returned ${stands.status === "cashed_out" ? stands.cashed_out : stands.payout}`,
    "",
    ...steps.flatMap((step, index) => [
      `${index + 1}. ${titleOf(step)}`,
      ...(step.line === "" ? [] : [`   ${step.line.slice(0, longestLine)}`]),
      `   ${signs[step.state]} ${states[step.state]}`,
    ]),
    "",
    `${verdicts[verdict]}. ${reasons[verdict].replace("{{steps}}", different.join("; "))}`,
  ];
}

const titleOf = ({ key, subject }: ProofStep) => texts.proof.steps[key].replace("{{subject}}", subject);
