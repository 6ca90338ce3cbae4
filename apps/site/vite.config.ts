import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/** What no page can do without, in two files instead of fifty: they compress better, and the first changes seldom. */
const libraries = {
  name: "libraries",
  test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|get-nonce)\/|lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|defaultAttributes|shared)/,
};
const frame = {
  name: "frame",
  test: /kit\/(i18n\/|web\/(lang|modal-link|page-head|nonce|context|texts|client|locale-cookie)\.|ui\/(icon|button|mark|seal|seal-shape|skeleton)\.)|accounts\/web\/(session|cookie|use-arrival)\.|vite\/preload-helper/,
};

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
