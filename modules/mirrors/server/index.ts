import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { hostnameOf, originOf } from "#kit/http/hosts.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { returnRefused } from "../shared/errors.ts";
import { addReachability } from "./reachability.ts";
import { createRegister, type HostDetails, type HostRow, type Register } from "./register.ts";
import { grantLink, type SignOnNeeds, sendBack, signOnAddress, simpleLogin, siteOf } from "./sign-on.ts";
import { forgetSignOnsOf, sweepSignOns } from "./sign-ons.ts";

export type { HostDetails } from "./register.ts";

/** The other host names of this deployment, and single sign-on between them. */
export interface Mirrors
  extends ServerModule,
    Pick<Register, "isMirror" | "isRegisteredHost" | "isRegisteredOrigin" | "hostnames"> {
  /** Registers a mirror, or changes the settings of a host name. */
  register(tx: Tx, hostname: string, details: HostDetails): Promise<void>;
  /** Removes a mirror: its sessions end with the same commit, and pending sign-ons to it fail. */
  withdraw(tx: Tx, hostname: string): Promise<void>;
  /** The rows of the register: mirrors, and the main host if it has settings. */
  hosts(): readonly HostRow[];
  /** The settings that pages of this host name show. */
  dataOf(hostname: string): contract.MirrorData;
}

export interface MirrorNeeds {
  readonly accounts: SignOnNeeds["accounts"] &
    Pick<Accounts, "loginThrough" | "linkSignOn" | "knowMirrors" | "endSessionsMadeOn">;
}

export function createMirrors(host: Host, { accounts }: MirrorNeeds): Mirrors {
  const register = createRegister(host);
  const needs: SignOnNeeds = { host, register, accounts };
  accounts.loginThrough("simple", simpleLogin(needs));
  accounts.linkSignOn(grantLink(needs));
  accounts.knowMirrors(register.isMirror);
  const { isMirror, isRegisteredHost, isRegisteredOrigin, hostnames } = register;
  const dataOf = (hostname: string) => mirrorData(host, register, hostname);
  return {
    isMirror,
    isRegisteredHost,
    isRegisteredOrigin,
    hostnames,
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
      ...checkHandlers(host, register),
    ],
    jobs: [{ name: "mirrors-sweep", cron: "27 * * * *", run: () => sweepSignOns(host.db, new Date(host.clock.now())) }],
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
  };
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
function checkHandlers(host: Host, register: Register): readonly Handler[] {
  return [
    handle(contract.getMirrorsToCheck, async () => {
      const domains = register.hostnames().map(name => new URL(originOf(host.config, name)).host);
      return { data: { domains } };
    }),
    handle(contract.sendMirrorResults, async ({ input }) => {
      const results = new Map(
        Object.entries(input.body.results).map(([domain, ms]) => [hostnameOf(domain), ms] as const),
      );
      const found = [...results].map(([hostname, ms]) => ({ hostname, ms }));
      const known = found.filter(({ hostname }) => register.isRegisteredHost(hostname));
      const day = new Date(host.clock.now()).toISOString().slice(0, 10);
      await addReachability(host.db, known, day);
      return undefined;
    }),
  ];
}
