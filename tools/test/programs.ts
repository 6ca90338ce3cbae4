import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs the tests need beside Node, found or installed; a sentence where neither works. */
export function findPrograms(): { readonly chromium: string | undefined; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const chromium = findChromium() ?? (install("chromium") ? findChromium() : undefined);
  if (!chromium) missing.push("Chromium is not there: install the package `chromium`, or set CHROMIUM_PATH.");
  if (!find("python3") && !(install("python3") && find("python3"))) {
    missing.push("Python is not there: install the package `python3` (an independent verifier is written in it).");
  }
  return { chromium, missing };
}

function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : undefined;
  return find("chromium") ?? find("chromium-browser") ?? find("google-chrome");
}

function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return folders.map(folder => join(folder, name)).find(file => existsSync(file));
}

/** Debian's package, where this user may install it without being asked for a password. */
function install(name: string): boolean {
  if (!find("apt-get")) return false;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync("sudo", ["-n", "true"]).status !== 0) return false;
  console.log(`Installing ${name} ...`);
  const apt = (...args: string[]) =>
    spawnSync(root ? "apt-get" : "sudo", root ? args : ["apt-get", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  return apt("install", "-y", name) || (apt("update") && apt("install", "-y", name));
}
