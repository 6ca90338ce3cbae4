import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { versionsIn } from "#modules/projections/server/index.ts";
import { type Hosted, type Report, type ReportQuery, readReport } from "./read-reports.ts";

export interface VersionRow {
  readonly game: string;
  /** Null: bets of other companies' games name none. */
  readonly version: string | null;
  readonly inForce: boolean;
  /** Null where nothing ended under it in the period. */
  readonly currency: Currency | null;
  readonly first: Date | null;
  readonly last: Date | null;
  readonly bets: number;
  readonly wagered: string;
  /** Null where the version is: payouts do not name it. */
  readonly paid: string | null;
}

/** The rules that are in force now, by game. */
export type RulesInForce = ReadonlyMap<string, { readonly rulesVersion: string }>;

/** Versions of rules under which bets ended, and those in force without a bet. */
export const versionsReport = (host: Hosted, query: ReportQuery, inForce: RulesInForce): Promise<Report<VersionRow>> =>
  readReport(host, query, async (on, period) => {
    const played = (await versionsIn(on, period)).map(
      ({ game, version, staked, paid, ...row }): VersionRow => ({
        ...row,
        game,
        version: version === "" ? null : version,
        inForce: version === inForce.get(game)?.rulesVersion,
        wagered: formatAmount(staked),
        paid: version === "" ? null : formatAmount(paid),
      }),
    );
    const idle = [...inForce]
      .filter(([game, { rulesVersion }]) => !played.some(row => row.game === game && row.version === rulesVersion))
      .map(([game, { rulesVersion }]): VersionRow => {
        const nothing = { currency: null, first: null, last: null, bets: 0, wagered: "0", paid: "0" };
        return { game, version: rulesVersion, inForce: true, ...nothing };
      });
    return [...played, ...idle].sort((a, b) => (keyOfVersion(a) < keyOfVersion(b) ? -1 : 1));
  });

export const keyOfVersion = ({ game, version, currency }: Pick<VersionRow, "game" | "version" | "currency">) =>
  [game, version ?? "", currency ?? ""].join(" ");
