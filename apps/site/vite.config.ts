import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

const repo = path.resolve(import.meta.dirname, "../..");

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repo, "node_modules/.vite/site"),
  plugins: [reactRouter(), precompress()],
  server: { fs: { allow: [repo] } },
  // One copy of each icon instead of the whole set in the server's memory.
  ssr: { noExternal: ["lucide-react"] },
  // Pictures stay files: they are cached for ever and keep out of the pages and scripts.
  build: { target: "es2022", emptyOutDir: true, assetsInlineLimit: 0, manifest: true },
});
