import { posix } from "node:path";
import type { Manifest } from "#kit/contract/manifest.ts";
import { importsOf, type Source } from "./source.ts";

export type Manifests = ReadonlyMap<string, Manifest>;

const sharedKit = /^kit\/(std|money|fair|contract|i18n)\//;
const sharedPackages = /^(zod\/mini|@noble\/)/;

/** The rules of the layers that a file breaks, each as a sentence that names file, import and rule. */
export function brokenLayers(source: Source, manifests: Manifests): readonly string[] {
  if (isTest(source.path) || source.path.endsWith(".sql")) return [];
  return importsOf(source).flatMap(specifier => {
    const rule = brokenRule(source.path, specifier, manifests);
    return rule ? [`${source.path} imports ${specifier}: ${rule}`] : [];
  });
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path);
}

function brokenRule(file: string, specifier: string, manifests: Manifests): string | undefined {
  const target = resolve(file, specifier);
  if (target === undefined && specifier === "vitest") return "product code imports no test library";
  if (target !== undefined && /\/testing\//.test(target)) return "product code imports nothing from testing/";
  if (target === undefined) {
    const foreign = inShared(file) && !sharedPackages.test(specifier);
    return foreign ? "shared code takes no package but zod/mini and @noble" : undefined;
  }
  if (target.startsWith("apps/") && !file.startsWith("apps/")) return "nothing imports an app";
  if (file.startsWith("kit/") && target.startsWith("modules/")) return "kit imports no module";
  if (file.startsWith("studio/") && !/^(studio|kit)\//.test(target))
    return "the studio is a separate company: it imports only kit";
  if (target.startsWith("studio/") && !/^(studio|tools|apps\/studio)\//.test(file)) {
    return "the studio is a separate company: its code is not imported";
  }
  if (file.startsWith("odds-sandbox/") && !/^(odds-sandbox|kit)\//.test(target)) {
    return "the odds provider is a separate program: it imports only kit";
  }
  if (target.startsWith("odds-sandbox/") && !/^(odds-sandbox|tools|assurance|apps\/odds-provider)\//.test(file)) {
    return "the odds provider is a separate program: its code is not imported";
  }
  const environment = brokenEnvironment(file, target);
  if (environment) return environment;
  if (!file.startsWith("modules/") || !target.startsWith("modules/")) return undefined;
  return betweenModules(file, specifier, target, manifests);
}

function brokenEnvironment(file: string, target: string): string | undefined {
  if (inShared(file) && !inShared(target) && !sharedKit.test(target) && !target.endsWith("/module.ts")) {
    return "shared code imports shared code and the shared part of kit only";
  }
  if (inWeb(file) && inServer(target)) return "pages never import server code";
  if (inServer(file) && inWeb(target)) return "servers never import pages";
  return undefined;
}

/** In the office part of a module the file's name says where it runs: calls are shared, handlers run in the server, the rest are pages. */
const inOffice = (path: string) => /^modules\/.+\/office\//.test(path);
const inShared = (path: string) =>
  /^modules\/.+\/(shared\/|office\/(([a-z]+-)?contract|fields)\.ts$)|^modules\/games\/(index|[a-z0-9/]*game|printed\/(kinds|menu|wagering))\.ts$|^studio\/(engine\/(shared|proof)|slots|frame\/shared|tables\/(?!server|web)[a-z-]+(?!\/web\/))\/|^odds-sandbox\/(shared|model)\//.test(
    path,
  );
const inServer = (path: string) =>
  /^modules\/([^/]+\/providers|.+\/server)\/|^modules\/games\/printed\/server\.ts$|^modules\/.+\/(office\/(([a-z]+-)?handlers|handler-views)\.ts$)|^kit\/(cluster|db|http|jobs|leadership|log)\/|^kit\/live\/server\/|^studio\/(rgs|tables)\/server\/|^odds-sandbox\/server\//.test(
    path,
  );
const inWeb = (path: string) =>
  /^modules\/.+\/web\/|^modules\/games\/printed\/(web|office)\.ts$|^kit\/(ui|web)\/|^kit\/live\/web\/|^studio\/(frame|tables(\/[a-z-]+)?)\/web\//.test(
    path,
  ) ||
  (inOffice(path) && !inShared(path) && !inServer(path));

/** The list of games, what is printed from it, and what a registration consists of: parts of no module. */
const isGameList = (path: string) => /^modules\/games\/(index\.ts|game\.ts|printed\/)/.test(path);
/** Plain data for the menus: it imports nothing. */
const isGameMenu = (path: string) => /^modules\/games\/printed\/(kinds|menu|wagering)\.ts$/.test(path);
/** What the list takes of a game, by environment. */
const isGameEntry = (path: string) =>
  /^modules\/games\/[a-z0-9]+\/(game\.ts|(server|web|office)\/index\.ts)$/.test(path);

function aroundGames(file: string, target: string): string | undefined {
  if (isGameList(file)) {
    const isAllowed = isGameList(target) || isGameEntry(target) || isInShared(target);
    return isAllowed ? undefined : "the list of games imports registrations of games and shared code only";
  }
  if (isGameMenu(target)) return undefined;
  if (target === registrationTypes && isGameEntry(file)) return undefined;
  return "only apps read the list of games; pages take the menu";
}
const registrationTypes = "modules/games/game.ts";
const isInShared = (path: string) => /^modules\/[^/]+\/shared\//.test(path);

function betweenModules(file: string, specifier: string, target: string, manifests: Manifests): string | undefined {
  if (isGameList(file) || isGameList(target)) return aroundGames(file, target);
  const own = moduleOf(file, manifests);
  const other = moduleOf(target, manifests);
  if (!own || !other) return `${own ? target : file} belongs to no module: its folder has no module.ts`;
  if (own === other) return undefined;
  if (specifier.startsWith(".")) return "another module is named with #modules/, never with ../";
  const inside = target.slice(`modules/${other.folder}/`.length);
  // Pages take the parts of other pages one by one, so that each chunk the browser loads stays small.
  const isEntry = /^server\/(index|port)\.ts$|^(web|office)\/|^(module|game)\.ts$|^shared\//.test(inside);
  if (!isEntry) return `${other.name} is imported by its entry points only: server/index.ts, web/, shared/`;
  if (inOffice(file) && own.office?.includes(other.name)) return undefined;
  if (inOffice(target) && !inOffice(file)) return "only the back office imports the office part of a module";
  if (!own.needs.includes(other.name)) return `${own.name} does not name ${other.name} in its needs`;
  if (other.tier >= own.tier) return `${other.name} (tier ${other.tier}) is not below ${own.name} (tier ${own.tier})`;
  return undefined;
}

/** The module a path lies in: the longest folder that is one. */
export function moduleOf(path: string, manifests: Manifests): Manifest | undefined {
  const folders = [...manifests.keys()].filter(folder => path.startsWith(`modules/${folder}/`));
  const folder = folders.sort((a, b) => b.length - a.length)[0];
  return folder === undefined ? undefined : manifests.get(folder);
}

/** The path a specifier means, from the root; undefined for packages. */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  return undefined;
}
