import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import type { CoinOffice } from "#modules/crypto/server/index.ts";
import { coins, showUnits } from "#modules/crypto/shared/coins.ts";
import * as contract from "./contract.ts";

const most = 100;

interface Needs {
  readonly host: Host;
  readonly coins: CoinOffice;
}

/** Coin alarms, and coins at players' addresses. */
export function coinHandlers({ host, coins: office }: Needs): readonly Handler[] {
  return [
    handle(contract.readCoinAlarms, async ({ input: { query } }) => {
      const rows = await office.alarms(query.which !== "all", most);
      return {
        data: rows.map(({ at, acknowledgedAt, acknowledgedBy, ...row }) => ({
          ...row,
          acknowledged_by: acknowledgedBy,
          at: at.toISOString(),
          acknowledged_at: acknowledgedAt?.toISOString() ?? null,
        })),
      };
    }),
    act(host, contract.acknowledgeCoinAlarm, async (tx, { operator, input: { params, body } }) => {
      const { id, what } = await office.acknowledge(tx, idOf(params.id), operator.name);
      const auditAction = { action: "coin_alarm.acknowledge", subject: `coin_alarm:${id}`, reason: body.reason };
      return { answer: undefined, auditAction: { ...auditAction, after: { what } } };
    }),
    handle(contract.readCoins, async () => ({
      data: {
        comparisons: (await office.comparisons()).map(({ coin, at, inBooks, onChain }) => ({
          coin,
          at: at.toISOString(),
          in_books: showUnits(coins[coin], BigInt(inBooks)),
          on_chain: showUnits(coins[coin], BigInt(onChain)),
        })),
        sweep_requests: (await office.sweepRequests(most)).map(
          ({ units, askedBy, askedAt, orderedAt, ...request }) => ({
            ...request,
            asked_by: askedBy,
            asked_at: askedAt.toISOString(),
            ordered_at: orderedAt?.toISOString() ?? null,
            amount: units === null ? null : showUnits(coins[request.coin], BigInt(units)),
          }),
        ),
        sweeps: (await office.sweeps(most)).map(({ units, txHash, orderedAt, endedAt, ...sweep }) => ({
          ...sweep,
          tx_hash: txHash,
          amount: showUnits(coins[sweep.coin], BigInt(units)),
          ordered_at: orderedAt.toISOString(),
          ended_at: endedAt?.toISOString() ?? null,
        })),
      },
    })),
    act(host, contract.sweepCoins, async (tx, { operator, input: { params, body } }) => {
      const { coin } = params;
      const isNew = await office.sweep(tx, coin, operator.name);
      const auditAction = { action: "coins.sweep", subject: `coin:${coin}`, reason: body.reason };
      return { answer: undefined, auditAction: isNew ? auditAction : null };
    }),
  ];
}
