import { barePath } from "#kit/i18n/locale.ts";
import type { GameKind } from "../shared/contract.ts";

/** The kind of a catalogue page: `/ru/games/slots` and `/games/slots/some-game/demo` are about slots. */
export function kindOf(pathname: string): GameKind {
  return barePath(pathname).startsWith("/games/live-casino") ? "live-casino" : "slots";
}
