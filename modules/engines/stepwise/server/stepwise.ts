import type { ServerModule } from "#kit/host/server-module.ts";
import type { Rounds, RoundsSpec } from "./rounds.ts";

/** The engine of games played in steps: their rounds, and the closing of abandoned ones. */
export interface Stepwise extends ServerModule {
  /** Called once by each game. */
  openRounds<Start, Choice, Opening, Shown, View>(
    spec: RoundsSpec<Start, Choice, Opening, Shown, View>,
  ): Rounds<Start, Choice, View>;
}
