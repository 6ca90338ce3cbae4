import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import { endedBetsOfRounds } from "#modules/wallet/server/index.ts";
import type * as contract from "../../office/contract.ts";
import { readGameRounds } from "./game-rounds.ts";
import type { BetsOfficeNeeds, RegisteredGame } from "./needs.ts";

const pageSize = 25;

/** A page of a game's shared rounds, newest first. */
export async function listGameRounds(
  { host, gameRounds }: BetsOfficeNeeds,
  { game, sequence }: RegisteredGame,
  { state, cursor }: RouteInput<typeof contract.readGameRounds>["query"],
): Promise<RouteOutput<typeof contract.readGameRounds>["data"]> {
  const table = gameRounds.get(game);
  if (!table) return { items: [], next_cursor: null };
  const after = cursor === undefined ? undefined : BigInt(cursor);
  const rows = await readGameRounds(host.db, table, { onlyVoided: state === "voided", after, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const numbers = page.map(({ number }) => number);
  const bets = table.isInBets ? await endedBetsOfRounds(host.db, game, numbers) : undefined;
  return {
    items: page.map(round => ({
      id: `${sequence}-${round.number}`,
      number: String(round.number),
      state: round.state,
      is_voided: round.state === table.voided,
      rules_version: round.rulesVersion,
      opened_at: round.openedAt.toISOString(),
      ended_at: round.endedAt?.toISOString() ?? null,
      bets: bets ? (bets.get(round.number) ?? 0) : null,
      facts: round.facts,
    })),
    next_cursor: rows.length > pageSize ? String(page.at(-1)?.number) : null,
  };
}
