import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs the tests need beside Node, found or installed; a sentence where neither works. */
export function findPrograms(): { readonly chromium: string | undefined; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const chromium = findChromium();
  if (!chromium)
    missing.push("Chromium is not there: install the package `chromium-headless-shell`, or set CHROMIUM_PATH.");
  if (!find("python3") && !installed("python3")) {
    missing.push("Python is not there: install the package `python3` (an independent verifier is written in it).");
  }
  return { chromium, missing };
}

/** The headless shell of Chromium spends a fifth less time on a page than the full browser in headless mode. */
function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : undefined;
  const shell = "chromium-headless-shell";
  const whole = ["chromium", "chromium-browser", "google-chrome"];
  return find(shell) ?? installed(shell) ?? whole.map(find).find(Boolean) ?? installed("chromium");
}

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return folders.map(folder => join(folder, name)).find(file => existsSync(file));
}

/** The program of Debian's package of this name, where this user may install it without being asked for a password. */
function installed(name: string): string | undefined {
  if (!find("apt-get")) return undefined;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync("sudo", ["-n", "true"]).status !== 0) return undefined;
  console.log(`Installing ${name} ...`);
  const apt = (...args: string[]) =>
    spawnSync(root ? "apt-get" : "sudo", root ? args : ["apt-get", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const done = apt("install", "-y", name) || (apt("update") && apt("install", "-y", name));
  return done ? find(name) : undefined;
}
