import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { hostnameOf, originOf } from "#kit/http/hosts.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Geo } from "#modules/geo/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { returnRefused } from "../shared/errors.ts";
import { type CheckHost, createCheckHost, writeCheck } from "./host-checks.ts";
import { addReachability, sweepReachability } from "./reachability.ts";
import { createRegister, type HostDetails, type HostRow, type Register } from "./register.ts";
import { grantLink, type SignOnNeeds, sendBack, signOnAddress, simpleLogin, siteOf } from "./sign-on.ts";
import { forgetSignOnsOf, sweepSignOns } from "./sign-ons.ts";

export { type CheckHost, type HostCheckRow, hostChecks, hostFaults } from "./host-checks.ts";
export { type Reachability, reachabilitySince } from "./reachability.ts";
export type { HostDetails, HostRow } from "./register.ts";

/** The other host names of this deployment, and single sign-on between them. */
export interface Mirrors
  extends ServerModule,
    Pick<Register, "isMirror" | "isRegisteredHost" | "isRegisteredOrigin" | "hostnames" | "stored"> {
  /** Registers a mirror, or changes the settings of a host name. */
  register(tx: Tx, hostname: string, details: HostDetails): Promise<void>;
  /** Removes a mirror: its sessions end with the same commit, and pending sign-ons to it fail. */
  withdraw(tx: Tx, hostname: string): Promise<void>;
  /** How many sessions would end with it. */
  sessionsOn(hostname: string): Promise<number>;
  /** Checks a name from this server after the commit. */
  check(tx: Tx, hostname: string): Promise<void>;
  /** The rows of the register: mirrors, and the main host if it has settings. */
  hosts(): readonly HostRow[];
  /** The settings that pages of this host name show. */
  dataOf(hostname: string): contract.MirrorData;
}

export interface MirrorNeeds {
  readonly accounts: SignOnNeeds["accounts"] &
    Pick<Accounts, "loginThrough" | "linkSignOn" | "knowMirrors" | "endSessionsMadeOn" | "countSessionsMadeOn">;
  readonly geo: Pick<Geo, "countryOf">;
  /** How this server looks at a name from outside; tests give another. */
  readonly checkHost?: CheckHost;
}

const checkJob = "mirror-check";
const checkPayload = z.object({ hostname: z.string() });

export function createMirrors(host: Host, { accounts, geo, checkHost = createCheckHost(host) }: MirrorNeeds): Mirrors {
  const register = createRegister(host);
  const needs: SignOnNeeds = { host, register, accounts };
  accounts.loginThrough("simple", simpleLogin(needs));
  accounts.linkSignOn(grantLink(needs));
  accounts.knowMirrors(register.isMirror);
  const { isMirror, isRegisteredHost, isRegisteredOrigin, hostnames, stored } = register;
  const dataOf = (hostname: string) => mirrorData(host, register, hostname);
  return {
    isMirror,
    isRegisteredHost,
    isRegisteredOrigin,
    hostnames,
    stored,
    dataOf,
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [returnRefused],
    handlers: [
      handle(contract.getMirror, async call => ({ data: dataOf(siteOf(call.hostname)) })),
      handle(contract.initMirror, async ({ input }) => {
        if (!isRegisteredHost(input.body.host)) fail(notFound);
        return { data: dataOf(hostnameOf(input.body.host)) };
      }),
      handle(contract.signOn, call => sendBack(needs, call)),
      ...checkHandlers(host, register, geo),
    ],
    jobs: [
      { name: "mirrors-sweep", cron: "27 * * * *", run: () => sweep(host) },
      { name: "mirrors-check", cron: "41 * * * *", run: () => host.db.tx(tx => checkAll(tx, hostnames())) },
      { name: checkJob, run: given => checkOne(host, register, checkHost, z.parse(checkPayload, given).hostname) },
    ],
    start: register.start,
    async stop() {
      register.stop();
    },
    hosts: register.all,
    register: register.add,
    async withdraw(tx, hostname) {
      await register.remove(tx, hostname);
      await forgetSignOnsOf(tx, hostname);
      await accounts.endSessionsMadeOn(tx, `api.${hostname}`);
    },
    sessionsOn: hostname => accounts.countSessionsMadeOn(host.db, `api.${hostname}`),
    check: (tx, hostname) => checkAll(tx, [hostname]),
  };
}

const dayOf = (host: Pick<Host, "clock">) => new Date(host.clock.now()).toISOString().slice(0, 10);

async function sweep(host: Host): Promise<void> {
  await sweepSignOns(host.db, new Date(host.clock.now()));
  await sweepReachability(host.db, dayOf(host));
}

async function checkAll(tx: Tx, hostnames: readonly string[]): Promise<void> {
  for (const hostname of hostnames) await enqueue(tx, checkJob, { hostname }, { key: `${checkJob} ${hostname}` });
}

/** Names that have been removed meanwhile are not looked at. */
async function checkOne(host: Host, register: Register, checkHost: CheckHost, hostname: string): Promise<void> {
  if (!register.isRegisteredHost(hostname)) return;
  const check = await checkHost(hostname);
  await writeCheck(host.db, { hostname, checkedAt: new Date(host.clock.now()), ...check });
}

function mirrorData(host: Host, register: Register, hostname: string): contract.MirrorData {
  const row = register.rowOf(hostname);
  return {
    sso: register.isMirror(hostname) ? signOnAddress(host) : null,
    meta_yandex_verification: row?.metaYandexVerification ?? null,
    revshare_service_frontend_url: row?.revshareServiceFrontendUrl ?? null,
    telegram_channel_url: row?.telegramChannelUrl ?? null,
  };
}

/** The mirror check: the names to try, and a browser's results. */
function checkHandlers(host: Host, register: Register, geo: MirrorNeeds["geo"]): readonly Handler[] {
  return [
    handle(contract.getMirrorsToCheck, async () => {
      const domains = register.hostnames().map(name => new URL(originOf(host.config, name)).host);
      return { data: { domains } };
    }),
    handle(contract.sendMirrorResults, async ({ input, ip }) => {
      const results = new Map(
        Object.entries(input.body.results).map(([domain, ms]) => [hostnameOf(domain), ms] as const),
      );
      const found = [...results].map(([hostname, ms]) => ({ hostname, ms }));
      const known = found.filter(({ hostname }) => register.isRegisteredHost(hostname));
      await addReachability(host.db, known, { day: dayOf(host), country: geo.countryOf(ip) });
      return undefined;
    }),
  ];
}
