import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { hostnameOf, mainHostname, originOf } from "#kit/http/hosts.ts";

/** A host name and its settings. */
export interface HostRow {
  readonly hostname: string;
  readonly metaYandexVerification: string | null;
  readonly revshareServiceFrontendUrl: string | null;
  readonly telegramChannelUrl: string | null;
  readonly registeredAt: Date;
}

export type HostDetails = Partial<Omit<HostRow, "hostname" | "registeredAt">>;

/** The host names of this deployment, in memory: every request needs them. */
export interface Register {
  /** Whether a name without port is registered besides the main one. */
  isMirror(hostname: string): boolean;
  /** Whether a name, with or without port, is the main one or a mirror. */
  isRegisteredHost(host: string): boolean;
  /** Whether `https://name:port` is exactly the origin of one of this deployment's sites. */
  isRegisteredOrigin(origin: string): boolean;
  /** The main host and all mirrors, without port. */
  hostnames(): readonly string[];
  rowOf(hostname: string): HostRow | undefined;
  all(): readonly HostRow[];
  /** The row as it is stored now. */
  stored(on: Queryable, hostname: string): Promise<HostRow | undefined>;
  add(tx: Tx, hostname: string, details: HostDetails): Promise<void>;
  remove(tx: Tx, hostname: string): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function createRegister(host: Host): Register {
  const rows = cachedTable<HostRow>(host, "mirrors", readRows);
  const main = mainHostname(host.config);
  const rowOf = (hostname: string) => rows.all.find(row => row.hostname === hostname);
  const isMirror = (hostname: string) => hostname !== main && rowOf(hostname) !== undefined;
  const isOwn = (hostname: string) => hostname === main || isMirror(hostname);
  return {
    isMirror,
    rowOf,
    all: () => rows.all,
    isRegisteredHost: name => isOwn(hostnameOf(name)),
    isRegisteredOrigin(origin) {
      if (!URL.canParse(origin)) return false;
      const { hostname } = new URL(origin);
      return isOwn(hostname) && originOf(host.config, hostname) === origin;
    },
    hostnames: () => [main, ...rows.all.map(row => row.hostname).filter(name => name !== main)],
    stored: storedRow,
    async add(tx, hostname, details) {
      await upsert(tx, { ...noDetails, ...details, hostname, registeredAt: new Date(host.clock.now()) });
      await rows.changed(tx);
    },
    async remove(tx, hostname) {
      await tx.query("DELETE FROM mirrors.hosts WHERE hostname = $1", [hostname]);
      await tx.query("DELETE FROM mirrors.checks WHERE hostname = $1", [hostname]);
      await rows.changed(tx);
    },
    start: rows.start,
    stop: rows.stop,
  };
}

const noDetails = { metaYandexVerification: null, revshareServiceFrontendUrl: null, telegramChannelUrl: null };

const columns = `hostname, meta_yandex_verification AS "metaYandexVerification",
  revshare_service_frontend_url AS "revshareServiceFrontendUrl", telegram_channel_url AS "telegramChannelUrl",
  registered_at AS "registeredAt"`;

async function readRows(db: Queryable): Promise<readonly HostRow[]> {
  return (await db.query<HostRow>(`SELECT ${columns} FROM mirrors.hosts ORDER BY hostname`)).rows;
}

async function storedRow(on: Queryable, hostname: string): Promise<HostRow | undefined> {
  const { rows } = await on.query<HostRow>(`SELECT ${columns} FROM mirrors.hosts WHERE hostname = $1`, [hostname]);
  return rows[0];
}

async function upsert(tx: Tx, row: HostRow): Promise<void> {
  await tx.query(
    `INSERT INTO mirrors.hosts
       (hostname, meta_yandex_verification, revshare_service_frontend_url, telegram_channel_url, registered_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (hostname) DO UPDATE SET meta_yandex_verification = $2, revshare_service_frontend_url = $3,
       telegram_channel_url = $4`,
    [
      row.hostname,
      row.metaYandexVerification,
      row.revshareServiceFrontendUrl,
      row.telegramChannelUrl,
      row.registeredAt,
    ],
  );
}
