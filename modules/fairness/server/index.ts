export { pairSql } from "./pair-sql.ts";
export { type Draw, SeedPair } from "./seed-pair.ts";
export type { SeedSource } from "./seed-source.ts";
