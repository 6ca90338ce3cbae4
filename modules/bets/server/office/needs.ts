import type { Host } from "#kit/host/host.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { WalletPort } from "#modules/wallet/server/port.ts";
import type { RoundsTable } from "../../shared/rounds-table.ts";
import type { StakeTable } from "../../shared/stakes.ts";
import type { BetIds } from "../bet-id.ts";

/** What operators read of a game that was registered. */
export interface RegisteredGame {
  readonly game: string;
  /** What names its shared rounds. */
  readonly sequence: string;
  /** The return of the rules in force, percent. */
  readonly designed: number;
  readonly rulesVersion: string;
  /** The smallest and the largest stake of one bet, by currency. */
  readonly stakes: StakeTable;
}

/** What the back office reads of our own games. */
export interface BetsOfficeNeeds {
  readonly host: Host;
  readonly bets: { readonly ids: BetIds; readonly registered: ReadonlyMap<string, RegisteredGame> };
  readonly people: Pick<Accounts["people"], "of" | "testPlayers">;
  readonly wallet: Pick<WalletPort, "bet">;
  readonly rates: Pick<Rates, "rate">;
  /** Of the games whose rounds have many bets, by game. */
  readonly gameRounds: ReadonlyMap<string, RoundsTable>;
}
