import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import manifest from "../module.ts";
import { getStatement, getStatementFile } from "../shared/contract.ts";
import { type Period, statementFile, statementPage, type TitlesOf } from "./statement.ts";

export { type Period, statementFile, statementPage } from "./statement.ts";

/** A player's own statements. No tables: everything is in the ledger. */
export function createStatements(host: Host, { titlesOf }: { readonly titlesOf?: TitlesOf } = {}): ServerModule {
  return {
    manifest,
    handlers: [
      handle(getStatement, async ({ session, input: { query } }) => ({
        data: await statementPage(host.db, periodOf(session.player, query), query.cursor, titlesOf),
      })),
      handle(getStatementFile, async call => {
        const { query } = call.input;
        const period = periodOf(call.session.player, query);
        const name = `fairhouse-${period.currency}-${query.from.slice(0, 10)}-${query.to.slice(0, 10)}.csv`;
        call.setHeader("content-disposition", `attachment; filename="${name}"`);
        return statementFile(host.db, period, call.locale, titlesOf);
      }),
    ],
  };
}

function periodOf(
  owner: PlayerId,
  query: { readonly currency: string; readonly from: string; readonly to: string },
): Period {
  const [from, to] = [new Date(query.from), new Date(query.to)];
  if (from > to) fail(validationFailed, { errors: { to: ["period_invalid"] } });
  return { owner, currency: query.currency as Currency, from, to };
}
