import type { RouteOutput } from "#kit/contract/route.ts";
import type { readPlayer } from "#modules/accounts/office/contract.ts";

/** What the house knows of one player, as his page gets it. */
export type Player = RouteOutput<typeof readPlayer>["data"];
