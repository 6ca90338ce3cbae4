import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/**
 * What many pages share, in a handful of files instead of fifty: they compress better, and each one saved is a trip saved
 * on a phone. The order says who is asked first; a file that nobody claims goes along with the first that needs it, so what
 * pages outside of a group need as well is named before it.
 */
const libraries = {
  name: "libraries",
  test: oneOf(
    /node_modules\/(react|react-dom|scheduler|react-router|zustand|get-nonce)\//,
    /lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|defaultAttributes|shared)/,
  ),
};
/** What no page can do without. */
const frame = {
  name: "frame",
  test: oneOf(
    /kit\/(i18n\/(?!locale\/)|std\/|money\/(amount|show)\.)/,
    /kit\/web\/(lang|modal-link|page-head|nonce|context|texts|client|locale-cookie|notify|install-offer|log|site-settings|house|api-error)\./,
    /kit\/contract\/(channel|error-code|socket|site-cookies)\./,
    /kit\/ui\/(icon|button|mark|seal|seal-shape|skeleton|game-glyph|copy-button|wheel)\./,
    /accounts\/web\/(session|cookie|use-arrival)\./,
    /captcha\/web\/worker-address\./,
    /content\/web\/(error-page|not-found-page|game-shelf|use-note-played)\./,
    /content\/web\/frame\/(places|sidebar|frame|top-bar|page-foot|bottom-bar|account-button|wallet-box|offline-strip)\./,
    /support\/web\/chat-host\./,
    /lucide-react\/dist\/esm\/icons\/(search|shield-check|check|x|chevron-left|chevron-down|copy|plus|user|menu|wifi-off|sliders-horizontal|refresh-cw|circle-exclamation-point|eye-off)\./,
    /vite\/preload-helper|rolldown\/runtime/,
  ),
};
/** How a page calls the house. */
const calls = {
  name: "calls",
  test: oneOf(
    /node_modules\/zod\//,
    /kit\/(contract\/|fair\/(draw|entries)\.)/,
    /modules\/desk\/(shared\/(contract|errors)|web\/use-table)\./,
    /modules\/fairness\/(shared\/(proof|contract|errors)|web\/(client-seed|use-seeds))\./,
    /modules\/wallet\/shared\/errors\./,
  ),
};
/** What opens over a page. */
const dialog = {
  name: "dialog",
  test: oneOf(
    /kit\/ui\/modal\./,
    /@radix-ui\/|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib/,
  ),
};
const fields = {
  name: "fields",
  test: oneOf(/kit\/ui\/(input|amount-stepper|tabs)\./, /lucide-react\/dist\/esm\/icons\/eye\./),
};
/** What draws from seeds: the games as tried for nothing, and whoever checks. */
const chance = { name: "chance", test: oneOf(/node_modules\/@noble\/hashes\//, /kit\/fair\//) };
/** What all games have: panel, autobet, feeds, seeds. */
const desk = {
  name: "desk",
  test: oneOf(/modules\/desk\/(web|shared)\//, /modules\/fairness\/web\/(seed-bar|seal-disc)\./),
};

function oneOf(...tests: readonly RegExp[]): (id: string) => boolean {
  return id => tests.some(test => test.test(id));
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repo, "node_modules/.vite/site"),
  plugins: [reactRouter(), precompress()],
  server: { fs: { allow: [repo] } },
  // One copy of each icon instead of the whole set in the server's memory.
  ssr: { noExternal: ["lucide-react"] },
  // Pictures stay files: they are cached for ever and keep out of the pages and scripts.
  build: { target: "es2022", emptyOutDir: true, assetsInlineLimit: 0, manifest: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [libraries, frame, calls, dialog, fields, chance, desk] } },
        },
      },
    },
  },
});
