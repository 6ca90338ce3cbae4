import type { PlayerId } from "#kit/std/brand.ts";

/** The owner of movements without a player: capital, payments of nobody. */
export const houseOwner = "00000000-0000-0000-0000-000000000000" as PlayerId;
