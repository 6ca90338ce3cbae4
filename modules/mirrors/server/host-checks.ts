import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { certificateUntil } from "#kit/http/certificate.ts";
import { GuardedRequestFailed, guardedGet, systemResolve } from "#kit/http/guarded-request.ts";
import { isLocal, originOf } from "#kit/http/hosts.ts";

/** `address`: the name has no public address. `certificate`: it has none that browsers accept. `answer`: it does not serve the site. */
export const hostFaults = ["address", "certificate", "answer"] as const;
export type HostFault = (typeof hostFaults)[number];

export interface HostCheck {
  readonly fault: HostFault | null;
  readonly certificateUntil: Date | null;
}

export interface HostCheckRow extends HostCheck {
  readonly hostname: string;
  readonly checkedAt: Date;
}

/** What checks a host name from here. */
export type CheckHost = (hostname: string) => Promise<HostCheck>;

const timeoutMs = 5_000;

/** Asks for the image that browsers probe, over a connection whose certificate is verified. */
export function createCheckHost({ config }: Pick<Host, "config">): CheckHost {
  return async hostname => {
    const url = new URL("/pixel.gif", originOf(config, hostname));
    const local = isLocal(hostname);
    // Names under `localhost` are this machine, also where the system's resolver does not know them.
    const resolve = local ? async () => ["127.0.0.1"] : systemResolve;
    const until = url.protocol === "https:" ? await certificateUntil(url, { timeoutMs, resolve }) : null;
    try {
      const trustedHosts = new Set(local ? [url.host] : []);
      const status = await guardedGet({ url: url.href, timeoutMs, trustedHosts, resolve });
      return { fault: status === 200 ? null : "answer", certificateUntil: until };
    } catch (error) {
      return { fault: faultOf(error), certificateUntil: until };
    }
  };
}

function faultOf(error: unknown): HostFault {
  if (!(error instanceof GuardedRequestFailed)) throw error;
  if (error.reason === "unresolved" || error.reason === "address_not_public") return "address";
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /CERT|SIGNED|SIGNATURE|ISSUER/.test(code) ? "certificate" : "answer";
}

/** Without effect for a name that has been removed meanwhile. */
export async function writeCheck(
  db: Queryable,
  { hostname, checkedAt, fault, certificateUntil: until }: HostCheckRow,
): Promise<void> {
  await db.query(
    `INSERT INTO mirrors.checks (hostname, checked_at, fault, certificate_until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (hostname) DO UPDATE SET checked_at = $2, fault = $3, certificate_until = $4`,
    [hostname, checkedAt, fault, until],
  );
}

export async function hostChecks(db: Queryable): Promise<readonly HostCheckRow[]> {
  const { rows } = await db.query<HostCheckRow>(
    `SELECT hostname, checked_at AS "checkedAt", fault, certificate_until AS "certificateUntil" FROM mirrors.checks`,
  );
  return rows;
}
