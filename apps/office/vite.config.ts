import path from "node:path";
import { defineConfig } from "vite";
import { withoutDescriptions } from "../without-descriptions.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/** The back office: a separate app, which shares only the kit and the contracts with the site. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repo, "node_modules/.vite/office"),
  plugins: [withoutDescriptions()],
  server: { fs: { allow: [repo] } },
  build: {
    outDir: path.join(repo, "dist/office"),
    target: "es2022",
    emptyOutDir: true,
    // Files stay separate: the policy allows no inline script, style or font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
