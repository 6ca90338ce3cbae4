import path from "node:path";
import { createServer } from "vite";
import { jointTexts } from "#apps/site/joint-texts.ts";

/** Prints what a visitor of a language sees, as JSON: `node assurance/fourth-language/run.ts de`. */
const root = path.resolve(import.meta.dirname, "../..");
const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [jointTexts()],
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  ssr: { noExternal: ["lucide-react"] },
});
const { show } = await server.ssrLoadModule(path.join(root, "assurance/fourth-language/render.tsx"));
console.log(JSON.stringify(await show(process.argv[2] ?? "en")));
await server.close();
