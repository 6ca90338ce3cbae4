import { createHash } from "node:crypto";
import { bet } from "./bet-rows.ts";
import { alice, at, key } from "./ledger-rows.ts";

/** Rounds, seeds and free rounds of a provider. */

export const providerRound = (given: Readonly<Record<string, string | number>>) => {
  const row = { staked: 0, won: 0, cap: 0, bets: "'{}'", ...given };
  return `INSERT INTO wallet.provider_rounds (player_id, round, game, slug, provider_round, currency, exclusive, status, opened_at,
      closed_at, ${Object.keys(row).join(", ")})
    VALUES (${alice}, ${key(9)}, 100, 'altyn', ${key(9)}, 'USD', true, 1, ${at(1)}, ${at(2)}, ${Object.values(row).join(", ")})`;
};
/** A closed round of one bet: half of its stake of 10 and of its win of 10 are bonus money where `paid_bonus` is 5. */
export const wonRound = (
  of: Readonly<Record<string, number>>,
  at: Readonly<Record<string, string | number>> = {},
): readonly string[] => [
  bet(1, { grant_no: 1, rate: 1000, game: 100, payout: 10, from_bonus: 5, ...of }),
  providerRound({ staked: 10, won: 10, cap: 10, from_bonus: 5, grant_no: 1, bets: `ARRAY[${key(1)}]::uuid[]`, ...at }),
];
export const providerRecord = (record: object) =>
  `INSERT INTO providers.records VALUES (${alice}, ${key(9)}, '${JSON.stringify(record)}', ${at(3)})`;
export const provider = `INSERT INTO providers.providers (id, slug, title, number, base_url, frame_origin, connected_at)
  VALUES (${key(7)}, 'studio', 'Studio', 100, 'http://studio.example', 'http://studio.example', ${at(0)})`;
export const providerSeed = `INSERT INTO providers.seeds (player_id, provider_id, slug, number, sealed, hash, created_at, provider_hash, provider_seed)
  VALUES (${alice}, ${key(7)}, 'altyn', 1, '', repeat('a', 64), ${at(0)}, repeat('b', 64), repeat('c', 64))`;
/** Finds that the payout of every round is another one. */
const module = 'export const verify = () => [{key:"payout",title:{en:"a",ru:"a",kk:"a"},line:"",state:"differs"}]';
export const moduleHash = createHash("sha256").update(module).digest("hex");
export const verifierModule = `INSERT INTO providers.verifiers VALUES ('${moduleHash}', '${module}', ${key(7)}, ${at(0)})`;
export const providerTx = (n: number) =>
  `INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, game, currency, amount, balance_after, at)
   VALUES (${alice}, ${key(n)}, 2, decode(repeat('00', 32), 'hex'), ${key(9)}, 100, 'USD', 5, 0, ${at(2)})`;
export const freeRounds = (left: number) =>
  `INSERT INTO wallet.free_rounds VALUES (${key(8)}, ${alice}, 100, 'altyn', 'USD', 200000, 2, ${left}, ${at(9)})`;
export const campaign = (granted: number) =>
  `INSERT INTO free_spins.campaigns (id, title, provider_id, game_slug, game_titles, currency, bet, listed_bet, count, cost_cap, granted,
     expires_at, state, created_by, created_at, opened_at)
   VALUES (${key(6)}, 'Opening', ${key(7)}, 'altyn', '{}', 'USD', 200000, '0.20', 2, 400000, ${granted}, ${at(9)}, 'open', 'finance', ${at(0)}, ${at(0)})`;
export const freeSpinGrant = `INSERT INTO free_spins.grants (id, campaign_id, player_id, granted_at, granted_by, confirmed)
  VALUES (${key(8)}, ${key(6)}, ${alice}, ${at(0)}, 'finance', 'granted')`;
export const freeRound = bet(1, { game: 100, stake: 0, choice: `'{"slug":"altyn","grant":"' || ${key(8)} || '"}'` });
/** Free rounds whose wins are collected, and a round of them that ended. */
export const collectedRound = (won: string): readonly string[] => [
  freeRounds(1),
  `UPDATE wallet.free_rounds SET collects = true, ${won}`,
  bet(1, { game: 100, stake: 0, grant_no: 0, rate: 0, choice: `'{"slug":"altyn","grant":"' || ${key(8)} || '"}'` }),
];
export const wonRoundOf = (payout: number, share: number) =>
  `UPDATE wallet.bets SET payout = ${payout}, paid_bonus = ${share} WHERE player_id = ${alice}`;
