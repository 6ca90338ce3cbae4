import { isIP } from "node:net";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { guardedUrl, isPublicAddress } from "#kit/http/guarded-request.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { adClicksSince } from "#modules/attribution/server/index.ts";
import { measurementAllowed } from "#modules/notifications/server/index.ts";
import { conversionEvents, filledUrl, hasValidMacros } from "../shared/postback.ts";
import { deliverDue, type Outgoing, type SendNeeds } from "./deliver.ts";
import {
  type ConversionRow,
  conversionStore,
  insertConversion,
  knownConversions,
  type NetworkRow,
  networksOf,
  upsertNetwork,
} from "./network-store.ts";

export interface NetworkNeeds extends SendNeeds {
  readonly host: SendNeeds["host"] & Pick<Host, "ids">;
  /** The players among these who have had a deposit credited. */
  haveDeposited(on: Queryable, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>>;
}

/** For which registrations conversions are noted: a consent may come later than the account. */
const newsMs = 30 * 86_400_000;

/** Fails with `validation_failed`: `url_invalid`. Hosts of the configuration may be private: the sandbox's. */
export async function putNetwork(
  { host }: Pick<NetworkNeeds, "host">,
  tx: Tx,
  network: Omit<NetworkRow, "changedAt">,
): Promise<void> {
  const trusted = new Set(host.config.AD_NETWORK_HOSTS);
  const url = hasValidMacros(network.url) ? guardedUrl(network.url.replace(/[{}]/g, ""), trusted) : undefined;
  const address = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  const isClosed = isIP(address) !== 0 && !isPublicAddress(address) && !trusted.has(url?.host ?? "");
  if (!url || isClosed) fail(validationFailed, { errors: { url: ["url_invalid"] } });
  await upsertNetwork(tx, { ...network, changedAt: new Date(host.clock.now()) });
}

/** Notes what players who allowed it did after a click on an advertisement of an active network. */
export async function noteConversions({ host, haveDeposited }: NetworkNeeds): Promise<void> {
  const now = new Date(host.clock.now());
  const sources = new Set((await networksOf(host.db)).filter(({ active }) => active).map(({ source }) => source));
  if (sources.size === 0) return;
  const since = new Date(now.getTime() - newsMs);
  const clicks = (await adClicksSince(host.db, since)).filter(({ source }) => sources.has(source));
  const players = clicks.map(({ playerId }) => playerId);
  const allowed = await measurementAllowed(host.db, players);
  const known = await knownConversions(host.db, players);
  const deposited = await haveDeposited(
    host.db,
    players.filter(player => allowed.has(player) && !known.has(`${player} first_deposit`)),
  );
  for (const { playerId, source, clickId } of clicks) {
    if (!allowed.has(playerId)) continue;
    for (const event of conversionEvents) {
      const isNew = !known.has(`${playerId} ${event}`) && (event === "registration" || deposited.has(playerId));
      if (isNew)
        await insertConversion(host.db, { id: host.ids.next(), source, playerId, event, clickId, happenedAt: now });
    }
  }
}

/** Sends conversions to networks: the click id, the event and its id, never anything of the person. */
export const sendConversions = (needs: SendNeeds): Promise<void> => deliverDue(needs, conversions);

const conversions: Outgoing<ConversionRow> = {
  store: conversionStore,
  async urlOf(tx, { id, source, event, clickId, happenedAt }) {
    const network = (await networksOf(tx)).find(each => each.source === source);
    if (!network?.active) return undefined;
    return filledUrl(network.url, {
      click_id: clickId,
      event,
      sum: "",
      currency: "",
      event_id: id,
      time: String(Math.floor(happenedAt.getTime() / 1000)),
    });
  },
  refusalOf: async (tx, { playerId }) =>
    (await measurementAllowed(tx, [playerId])).has(playerId) ? undefined : "no_consent",
  headersOf: () => ({}),
};
