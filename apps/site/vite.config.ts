import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/**
 * What no page can do without, in two files instead of fifty: they compress better, each one saved is a trip saved on a
 * phone, and the first changes seldom.
 */
const libraries = {
  name: "libraries",
  test: oneOf(
    /node_modules\/(react|react-dom|scheduler|react-router|zustand|get-nonce)\//,
    /lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|defaultAttributes|shared)/,
  ),
};
const frame = {
  name: "frame",
  test: oneOf(
    /kit\/(i18n\/|money\/(amount|show)\.|web\/(lang|modal-link|page-head|nonce|context|texts|client|locale-cookie|notify)\.)/,
    /kit\/ui\/(icon|button|mark|seal|seal-shape|skeleton|game-glyph|copy-button|wheel)\./,
    /accounts\/web\/(session|cookie|use-arrival)\./,
    /content\/web\/(error-page|not-found-page|frame\/(places|sidebar))\./,
    /lucide-react\/dist\/esm\/icons\/(search|shield-check|check|x|chevron-left|copy)\./,
    /vite\/preload-helper/,
  ),
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
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [libraries, frame] } } } } },
  },
});
