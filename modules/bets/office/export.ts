import { exportList, personal, playerId } from "#modules/exports/shared/export-list.ts";
import { readGameBets } from "./contract.ts";

export const betsExport = exportList("bets", readGameBets, {
  id: ({ id }) => id,
  player_id: playerId(({ player }) => player.id),
  player: personal(({ player }) => player.name),
  test: ({ player }) => player.test,
  game: ({ game }) => game,
  placed_at: ({ at }) => at,
  ended_at: bet => bet.ended_at,
  currency: ({ currency }) => currency,
  stake: ({ stake }) => stake,
  payout: ({ payout }) => payout,
  multiplier: ({ multiplier }) => multiplier,
  status: ({ status }) => status,
  rules_version: bet => bet.rules_version,
  round: ({ round }) => round,
});
