import { spawn } from "node:child_process";
import { join } from "node:path";

const maxOutputChars = 4_000_000;
const child = join(import.meta.dirname, "child.mjs");

/**
 * Runs a verifier module in a process of its own and returns what `verify(record)` returned. The process can read its own script and
 * nothing else: no file, environment, child process or network; memory and time are limited. Rejects if the module fails.
 */
export function runIsolated(module: string, record: object, timeoutMs = 30_000): Promise<unknown> {
  const flags = [
    "--permission",
    `--allow-fs-read=${child}`,
    "--experimental-vm-modules",
    "--no-warnings",
    "--disallow-code-generation-from-strings",
    "--max-old-space-size=256",
  ];
  return new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [...flags, child], {
      env: {},
      stdio: ["pipe", "pipe", "pipe"],
      cwd: "/",
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    let [output, errors] = ["", ""];
    running.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      if (output.length > maxOutputChars) running.kill("SIGKILL");
    });
    running.stderr.setEncoding("utf8").on("data", (part: string) => {
      if (errors.length < 2_000) errors += part;
    });
    running.on("error", reject);
    running.on("close", code => {
      if (code !== 0) return reject(new Error(`the verifier module failed (${code}): ${errors.slice(0, 2_000)}`));
      try {
        resolve(JSON.parse(output));
      } catch (error) {
        reject(error);
      }
    });
    running.stdin.on("error", () => undefined);
    running.stdin.end(JSON.stringify({ module, record: JSON.stringify(record) }));
  });
}
