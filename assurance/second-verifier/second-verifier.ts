import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export const secondVerifier = join(import.meta.dirname, "../../modules/fairness/verifier/fairhouse_verify.py");
const linesPerChunk = 1_000;

/** Sends lines `question = claimed answer` to the independent verifier in Python; returns its exit code and what it printed. */
export const checkWithSecondVerifier = (lines: Iterable<string>) => checkLines(secondVerifier, lines);

/** Sends the lines to any program with a command `check`. */
export async function checkLines(program: string, lines: Iterable<string>): Promise<{ code: number; text: string }> {
  const child = spawn("python3", ["-B", program, "check"], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const ended = once(child, "close");
  await pipeline(Readable.from(chunksOf(lines)), child.stdin);
  const [code] = (await ended) as [number];
  return { code, text };
}

function* chunksOf(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line);
    if (chunk.length < linesPerChunk) continue;
    yield `${chunk.join("\n")}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.join("\n")}\n`;
}
