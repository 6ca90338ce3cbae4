import { buildFrame } from "./build-frame.ts";

/** `main.ts <folder>`: builds everything that browsers load from the studio. */
await buildFrame(process.argv[2] ?? "dist/studio");
