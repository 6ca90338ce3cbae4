import type { RouteOutput } from "#kit/contract/route.ts";
import type { readPlayer } from "#modules/accounts/office/contract.ts";

/** The player's data as their office page gets it. */
export type Player = RouteOutput<typeof readPlayer>["data"];
