import { fail } from "#kit/contract/error-code.ts";
import { regionUnknown } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { hostnameOf, originOf } from "#kit/http/hosts.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { GameProvider } from "#modules/providers/server/index.ts";
import { gameNotAvailable, noDemo, providerNotConnected } from "../shared/errors.ts";
import { refusalOf } from "./availability.ts";
import { type GameRow, notePlay } from "./store.ts";
import type { Visitor } from "./visitor.ts";

/** Opens a game at its provider and returns its address for the frame. */
export async function openGame(
  host: Host,
  provider: GameProvider | undefined,
  row: GameRow,
  mode: "demo" | "play",
  visitor: Visitor,
  call: Pick<Call, "locale" | "session" | "hostname">,
): Promise<{ readonly url: string }> {
  const { locale, session } = call;
  // Without a currency of their own a player has nothing to stake.
  const offer = mode === "play" ? { ...visitor.offer, currency: session?.currency ?? "" } : visitor.offer;
  const refusal = refusalOf(row, offer, provider !== undefined);
  if (refusal?.reason === "not_connected" || (!provider && !refusal)) fail(providerNotConnected);
  if (refusal) {
    fail(gameNotAvailable, { data: { reason: refusal.reason, until: refusal.until?.toISOString() ?? null } });
  }
  if (mode === "demo" && !row.hasDemo) fail(noDemo);
  const { country, currency } = visitor;
  if (country === null) fail(regionUnknown);
  invariant(provider, "a game that is available has a connected provider");
  const url = await provider.open({
    slug: row.slug,
    mode,
    locale,
    currency,
    country,
    session: mode === "play" ? session : null,
    parentOrigin: originOf(host.config, hostnameOf(call.hostname).replace(/^api\./, "")),
  });
  invariant(new URL(url).origin === provider.origin, `${provider.id} opens its games elsewhere than it stated`);
  if (mode === "play" && session) await notePlay(host.db, session.player, row.id, new Date(host.clock.now()));
  return { url };
}
