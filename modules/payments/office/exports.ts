import { exportList, personal, playerId } from "#modules/exports/shared/export-list.ts";
import { readDeposits, readPayouts } from "./contract.ts";

export const payoutsExport = exportList("payouts", readPayouts, {
  id: ({ id }) => id,
  player_id: playerId(({ player }) => player.id),
  player: personal(({ player }) => player.name),
  test: ({ player }) => player.test,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  amount_eur: ({ worth }) => worth,
  method: ({ method }) => method,
  destination: personal(({ label }) => label),
  status: ({ status }) => status,
  waits_for: payout => payout.waits_for.join(" "),
  approvals: ({ approvals }) => approvals.map(({ operator }) => operator).join("; "),
  created_at: payout => payout.created_at,
  ended_at: payout => payout.ended_at,
});

export const depositsExport = exportList("deposits", readDeposits, {
  id: ({ id }) => id,
  player_id: playerId(({ player }) => player.id),
  player: personal(({ player }) => player.name),
  test: ({ player }) => player.test,
  method: ({ method }) => method,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  credited: ({ credited }) => credited,
  to_be_returned: ({ held }) => held,
  status: ({ status }) => status,
  created_at: deposit => deposit.created_at,
  ended_at: deposit => deposit.ended_at,
});
