import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { freePort } from "#kit/db/embedded/free-port.ts";

/** A chain in a separate process, with its JSON-RPC on the loopback address. */
export interface Anvil {
  readonly url: string;
  /** Stops it; its state is in the state file then. */
  stop(): Promise<void>;
}

export const chainId = 31_337;
/** Seconds between two copies of the state on disk. */
const saveEverySeconds = 5;

/** The program for this platform, if npm has installed one. */
export function anvilBinary(): string | undefined {
  const system = { "linux x64": "linux-amd64", "linux arm64": "linux-arm64", "darwin arm64": "darwin-arm64" };
  const name = system[`${process.platform} ${process.arch}` as keyof typeof system];
  if (!name) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${name}/package.json`);
    const binary = join(dirname(manifest), "bin/anvil");
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts the chain from `stateFile`, or empty; blocks are mined on request only. It ends with this
 * process, however that ends: a shell beside it waits for the pipe to close. An unreadable file is set aside.
 */
export async function startAnvil(binary: string, stateFile: string): Promise<Anvil> {
  mkdirSync(dirname(stateFile), { recursive: true });
  try {
    return await tryAnvil(binary, stateFile);
  } catch (error) {
    // Only a state that anvil itself rejected is set aside: a slow machine must not lose its chain.
    if (!(error instanceof StartRefused) || !existsSync(stateFile)) throw error;
    renameSync(stateFile, `${stateFile}.unreadable`);
    return tryAnvil(binary, stateFile);
  }
}

/** Anvil ended during its start, for instance because it rejects the state. */
class StartRefused extends Error {}

/** Startup timeout; it takes a fifth of a second on an idle machine. */
const timeoutMs = 30_000;
const pollEveryMs = 25;

async function tryAnvil(binary: string, stateFile: string): Promise<Anvil> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script =
    '"$@" </dev/null & program=$!; { cat <&3 >/dev/null; kill -TERM $program; } 2>/dev/null & wait $program';
  const settings = ["--host", "127.0.0.1", "--port", `${port}`, "--chain-id", `${chainId}`, "--no-mining", "--silent"];
  const stateArguments = ["--state", stateFile, "--state-interval", `${saveEverySeconds}`];
  const child = spawn("/bin/sh", ["-c", script, "sh", binary, ...settings, ...stateArguments], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let ended: string | undefined;
  const over = new Promise<void>(resolve => {
    const end = (how: string) => {
      ended = how;
      // The shell's watcher ends with the pipe, also when the chain ended by itself.
      child.stdio[3]?.destroy();
      resolve();
    };
    child.once("error", error => end(error.message));
    child.once("exit", code => end(`exit code ${code}`));
  });
  const pipe = child.stdio[3];
  const stop = async () => {
    if (pipe && "end" in pipe) pipe.end();
    await over;
  };
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
    if (ended !== undefined) throw new StartRefused(`the chain did not start: ${ended}`);
    if (await answers(url)) return { url, stop };
    await new Promise(resolve => setTimeout(resolve, pollEveryMs));
  }
  await stop();
  throw new Error("the chain does not respond");
}

async function answers(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(1000) }).then(
    response => response.ok,
    () => false,
  );
}
