import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import type { WheelModule } from "#modules/wheel/server/index.ts";
import { configurationIn, type VersionRow } from "#modules/wheel/server/index.ts";
import { ceilingOf } from "#modules/wheel/shared/prizes.ts";
import * as contract from "./contract.ts";

const dayMs = 86_400_000;

interface Needs {
  readonly host: Host;
  readonly wheel: WheelModule["prizes"];
}

/** Reads the prizes of the daily wheel and drafts them for an owner's approval. */
export function wheelHandlers({ host, wheel }: Needs): readonly Handler[] {
  return [
    handle(contract.readWheelPrizes, async () => {
      const { rows, inForce } = await wheel.versions();
      return {
        data: {
          versions: rows.map(row => versionView(wheel, row, inForce, host.clock.now())),
          ceilings: currencyCodes.map(currency => ({ currency, top: formatAmount(BigInt(ceilingOf(currency))) })),
        },
      };
    }),
    act(host, contract.draftWheelPrizes, async (tx, { operator, input }) => {
      const { top, prizes, reason } = input.body;
      const draft = { top: eachCurrency(code => Number(parseDecimal(top[code]))), prizes };
      const { id, expiresAt, isNew, cost } = await wheel.ask(tx, draft, reason, operator);
      const after = { kind: "wheel.prizes", subject: "wheel:prizes", payload: { top, prizes }, cost };
      return {
        answer: { data: { request: id, expires_at: expiresAt.toISOString(), cost } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
  ];
}

function eachCurrency<T>(of: (currency: Currency) => T): Record<Currency, T> {
  return Object.fromEntries(currencyCodes.map(code => [code, of(code)])) as Record<Currency, T>;
}

function versionView(
  { costs }: Needs["wheel"],
  row: VersionRow,
  inForce: string,
  nowMs: number,
): contract.WheelVersionView {
  const configuration = configurationIn(row);
  const fromMs = row.fromDay * dayMs;
  const begun = row.version === inForce ? ("in_force" as const) : ("past" as const);
  return {
    version: row.version,
    from: new Date(fromMs).toISOString(),
    state: fromMs > nowMs ? "upcoming" : begun,
    config_hash: toHex(row.configHash),
    prizes: configuration.prizes.map(({ of, odds }) => ({ of, odds })),
    top: eachCurrency(code => formatAmount(BigInt(configuration.top[code]))),
    cost: costs(configuration),
    asked_by: row.askedBy,
    approved_by: row.approvedBy,
    published_at: row.publishedAt?.toISOString() ?? null,
  };
}
