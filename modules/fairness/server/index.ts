export type { Draw, SeedPair } from "./seed-pair.ts";
