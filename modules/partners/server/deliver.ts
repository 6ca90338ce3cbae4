import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { GuardedRequestFailed, guardedGet } from "#kit/http/guarded-request.ts";
import { breakOf, holdOffBlock } from "#modules/limits/server/index.ts";
import { pauseAfter, triesEndMs } from "../shared/postback.ts";
import type { OutgoingRow, OutgoingStore } from "./outgoing-store.ts";

export interface SendNeeds {
  readonly host: Pick<Host, "db" | "clock" | "config" | "log">;
  /** The status of the answer; another one in tests. */
  readonly get?: (url: string, headers: Readonly<Record<string, string>>) => Promise<number>;
}

/** What waits to be sent, and what each message is. */
export interface Outgoing<Row extends OutgoingRow> {
  readonly store: OutgoingStore<Row>;
  /** Undefined when the address was taken away. */
  urlOf(tx: Tx, row: Row): Promise<string | undefined>;
  /** Why it is not sent to this player's network; asked in the transaction that sends. */
  refusalOf(tx: Tx, row: Row): Promise<string | undefined>;
  headersOf(row: Row, url: string, at: Date): Readonly<Record<string, string>>;
}

const timeoutMs = 5_000;
/** In one run of the job. */
const mostAtOnce = 200;

/** Sends what is due. A try is recorded before it is made, so a process that ends in between repeats the same event id. */
export async function deliverDue<Row extends OutgoingRow>(needs: SendNeeds, outgoing: Outgoing<Row>): Promise<void> {
  for (let sent = 0; sent < mostAtOnce; sent++) if (!(await deliverNext(needs, outgoing))) return;
}

async function deliverNext<Row extends OutgoingRow>(
  needs: SendNeeds,
  { store, ...of }: Outgoing<Row>,
): Promise<boolean> {
  const { db, clock } = needs.host;
  const now = new Date(clock.now());
  const begun = await db.tx(async tx => {
    const row = await store.lockDue(tx, now);
    if (!row) return undefined;
    const url = row.url ?? (await of.urlOf(tx, row));
    if (url === undefined) await store.end(tx, row.id, { state: "withheld", outcome: "no_address", at: now });
    else await store.beginTry(tx, row.id, url, new Date(now.getTime() + pauseAfter(row.tries + 1)));
    return { id: row.id, url };
  });
  if (begun?.url === undefined) return begun !== undefined;
  const { id, url } = begun;
  await db.tx(async tx => {
    const row = await store.lockWaiting(tx, id);
    if (row) await attempt(needs, tx, { store, ...of }, row, url);
  });
  return true;
}

/** The decision and the call are in one transaction, which a break and a withdrawn consent wait for: nothing leaves after their commit. */
async function attempt<Row extends OutgoingRow>(
  { host, get = guardedBy(host) }: SendNeeds,
  tx: Tx,
  { store, urlOf, refusalOf, headersOf }: Outgoing<Row>,
  row: Row,
  url: string,
): Promise<void> {
  await holdOffBlock(tx, row.playerId);
  const at = new Date(host.clock.now());
  const gone = (await urlOf(tx, row)) === undefined ? "no_address" : undefined;
  const why = gone ?? ((await breakOf(tx, row.playerId, at)) ? "player_on_break" : await refusalOf(tx, row));
  if (why !== undefined) return store.end(tx, row.id, { state: "withheld", outcome: why, at });
  const outcome = await get(url, headersOf(row, url, at)).then(String, (error: unknown) =>
    error instanceof GuardedRequestFailed ? error.reason : "silent",
  );
  if (/^2\d\d$/.test(outcome)) return store.end(tx, row.id, { state: "sent", outcome, at });
  host.log.info({ event: row.id, outcome }, `Failed to deliver a postback: ${outcome} (${row.tries})`);
  if (at.getTime() + pauseAfter(row.tries) >= row.happenedAt.getTime() + triesEndMs)
    return store.end(tx, row.id, { state: "failed", outcome, at });
  return store.noteOutcome(tx, row.id, outcome);
}

const guardedBy = ({ config }: SendNeeds["host"]) => {
  const trustedHosts = new Set(config.AD_NETWORK_HOSTS);
  return (url: string, headers: Readonly<Record<string, string>>) =>
    guardedGet({ url, headers, timeoutMs, trustedHosts });
};
