import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { mainHostname, originOf } from "#kit/http/hosts.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { type Audit, act, requestAction } from "#modules/audit/server/index.ts";
import {
  type HostCheckRow,
  type HostDetails,
  hostChecks,
  type Mirrors,
  type Reachability,
  reachabilitySince,
} from "#modules/mirrors/server/index.ts";
import * as contract from "./contract.ts";

export interface MirrorOfficeNeeds {
  readonly host: Host;
  readonly mirrors: Mirrors;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

const setRequest = "mirror.set";
const subjectOf = (hostname: string) => `mirror:${hostname}`;
const dayMs = 86_400_000;
const shownDays = 7;

/** The host names of this deployment, for operators. */
export function mirrorHandlers(needs: MirrorOfficeNeeds): readonly Handler[] {
  const { host, mirrors } = needs;
  const registered = (hostname: string) => (mirrors.isRegisteredHost(hostname) ? hostname : fail(notFound));
  registerSetting(needs);
  return [
    handle(contract.readMirrors, async () => {
      const since = new Date(host.clock.now() - (shownDays - 1) * dayMs).toISOString().slice(0, 10);
      const [checks, reached] = await Promise.all([hostChecks(host.db), reachabilitySince(host.db, since)]);
      return { data: mirrors.hostnames().map(hostname => viewOf(needs, hostname, { checks, reached })) };
    }),
    handle(contract.readMirrorSessions, async ({ input: { params } }) => ({
      data: { sessions: await mirrors.sessionsOn(registered(params.hostname)) },
    })),
    act(host, contract.setMirror, async (tx, { operator, input: { body } }) => {
      const { reason, ...payload } = body;
      const subject = subjectOf(body.hostname);
      const asked = { kind: setRequest, subject, payload, reason };
      const { id, expiresAt, isNew } = await needs.approvals.ask(tx, asked, operator);
      const after = { kind: setRequest, subject, payload };
      return {
        answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
        auditAction: requestAction({ id, isNew }, reason, after),
      };
    }),
    act(host, contract.retireMirror, async (tx, { input: { params, body } }) => {
      const { hostname } = params;
      const before = await detailsOf(mirrors, tx, hostname);
      if (before === null || hostname === mainHostname(host.config)) fail(notFound);
      await mirrors.withdraw(tx, hostname);
      const auditAction = {
        action: "mirror.retire",
        subject: subjectOf(hostname),
        reason: body.reason,
        before,
      } as const;
      return { answer: undefined, auditAction };
    }),
    act(host, contract.checkMirror, async (tx, { input: { params } }) => {
      await mirrors.check(tx, registered(params.hostname));
      return { answer: undefined, auditAction: { action: "mirror.check", subject: subjectOf(params.hostname) } };
    }),
  ];
}

const payloadOf = z.object({
  hostname: z.string(),
  telegram_channel_url: z.nullable(z.string()),
  revshare_service_frontend_url: z.nullable(z.string()),
  meta_yandex_verification: z.nullable(z.string()),
});

/** A name that joins takes sign-ons of players, and links lead them elsewhere: it takes two people. */
function registerSetting({ host, mirrors, approvals, audit }: MirrorOfficeNeeds): void {
  approvals.register({
    kind: setRequest,
    permission: "regions.write",
    reads: "regions.read",
    needs: 1,
    versionOf: async (on, request) =>
      JSON.stringify(await detailsOf(mirrors, on, z.parse(payloadOf, request.payload).hostname)),
    async run(tx, request, by) {
      const { hostname, ...links } = z.parse(payloadOf, request.payload);
      const before = await detailsOf(mirrors, tx, hostname);
      const details: HostDetails = {
        telegramChannelUrl: links.telegram_channel_url,
        revshareServiceFrontendUrl: links.revshare_service_frontend_url,
        metaYandexVerification: links.meta_yandex_verification,
      };
      await mirrors.register(tx, hostname, details);
      if (hostname !== mainHostname(host.config)) await mirrors.check(tx, hostname);
      await audit.record(tx, by, {
        action: setRequest,
        subject: request.subject,
        reason: request.reason,
        before,
        after: { ...links, request: request.id, asked_by: request.askedName },
      });
    },
  });
}

/** The links of a name as they are stored, null for a name without a row. */
async function detailsOf(mirrors: Pick<Mirrors, "stored">, on: Queryable, hostname: string) {
  const row = await mirrors.stored(on, hostname);
  if (!row) return null;
  return {
    telegram_channel_url: row.telegramChannelUrl,
    revshare_service_frontend_url: row.revshareServiceFrontendUrl,
    meta_yandex_verification: row.metaYandexVerification,
  };
}

interface Found {
  readonly checks: readonly HostCheckRow[];
  readonly reached: readonly Reachability[];
}

function viewOf(
  { host: { config }, mirrors }: MirrorOfficeNeeds,
  hostname: string,
  { checks, reached }: Found,
): contract.MirrorView {
  const row = mirrors.hosts().find(each => each.hostname === hostname);
  const check = checks.find(each => each.hostname === hostname);
  return {
    hostname,
    main: hostname === mainHostname(config),
    url: originOf(config, hostname),
    registered_at: row?.registeredAt.toISOString() ?? null,
    telegram_channel_url: row?.telegramChannelUrl ?? null,
    revshare_service_frontend_url: row?.revshareServiceFrontendUrl ?? null,
    meta_yandex_verification: row?.metaYandexVerification ?? null,
    check: check
      ? {
          at: check.checkedAt.toISOString(),
          fault: check.fault,
          certificate_until: check.certificateUntil?.toISOString() ?? null,
        }
      : null,
    reachability: reached.filter(each => each.hostname === hostname).map(reachabilityView),
  };
}

const reachabilityView = ({ country, reached, failed, totalMs }: Reachability) => ({
  country,
  reached: Number(reached),
  failed: Number(failed),
  average_ms: reached === 0n ? null : Number(totalMs / reached),
});
