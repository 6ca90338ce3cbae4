import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unauthenticated, unavailable } from "#kit/contract/errors.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Tracer } from "#kit/host/trace.ts";
import { type Answer, failureAnswer } from "#kit/http/answer.ts";
import type { DispatcherPorts, HandOver, MountedCall } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { readLocale } from "#kit/i18n/locale.ts";
import { SocketCall } from "#kit/live/server/socket-call.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import type { NodeAsker } from "./ask-node.ts";
import { type AskHandler, AskRefused } from "./internal-listener.ts";
import type { LeaderDirectory } from "./leader-directory.ts";
import type { ClusterNode } from "./node.ts";

/** The path of calls that are handed to a leader. */
export const callPath = "/v1/call";

const text = z.string();
const handedCall = z.object({
  leader: text,
  call: text,
  key: z.optional(text),
  /** Time left to respond, milliseconds. */
  withinMs: z.number().check(z.gte(0), z.lte(60_000)),
  /** The session that the first node found for the token; null for a guest. */
  identity: z.nullable(z.object({ session: text, player: text })),
  token: z.nullable(text),
  locale: text,
  ip: text,
  hostname: text,
  userAgent: text,
  region: z.optional(text),
  /** The step that hands it over, where the call is traced. */
  traceparent: z.optional(text),
  params: z.optional(z.unknown()),
  query: z.optional(z.unknown()),
  body: z.optional(z.unknown()),
});

const answerShape = z.object({ status: z.number(), text, retryAfter: z.optional(z.number()) });

/** Status of a response from a node that does not lead the round. */
const notLeading = 421;
const patienceMs = 4_000;
const attempts = 2;

export interface HandOverNeeds {
  readonly node: Pick<ClusterNode, "name" | "leads">;
  readonly directory: LeaderDirectory;
  readonly asker: NodeAsker;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
}

/**
 * Forwards calls for rounds that another node leads to it, with the identity this node checked, the same key and the time left. Undefined means that the
 * call is answered here: this node leads, no leader is known, or a read found none. An unknown outcome is `unavailable`; a retry with the same key settles it.
 */
export function createHandOver({ node, directory, asker, clock, log, metrics, tracer }: HandOverNeeds): HandOver {
  const handed = metrics.counter("cluster_calls_handed_total", "Calls forwarded to the leader of their rounds", [
    "result",
  ]);

  return async (leader, mounted, call, input) => {
    if (node.leads(leader)) return undefined;
    const reads = mounted.route.method === "GET";
    const until = clock.monotonic() + patienceMs;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const found = await directory.find(leader);
      if (!found?.address || found.node === node.name || node.leads(leader)) return undefined;
      const { params, query, body } = input;
      const ask = {
        leader,
        call: mounted.name,
        key: call.presentedKey,
        withinMs: Math.max(0, Math.floor(until - clock.monotonic())),
        identity: call.session && { session: call.session.id, player: call.session.player },
        token: call.token,
        locale: call.locale,
        ip: call.ip,
        hostname: call.hostname,
        userAgent: call.userAgent,
        region: call.headers.region,
        params,
        query,
        body,
      };
      const target = { node: found.node, address: found.address };
      const span = tracer?.current()?.child("cluster.ask");
      const result = await asker.ask(target, callPath, { ...ask, traceparent: span?.context }, ask.withinMs);
      span?.end({ result: result.kind }, result.kind !== "answered");
      handed.inc({ result: result.kind });
      const answer = result.kind === "answered" ? z.safeParse(answerShape, result.body) : undefined;
      if (answer?.success && answer.data.status !== notLeading) return answer.data as Answer;
      directory.forget();
      if (result.kind !== "answered")
        log.warn(
          { rounds: leader, to: found.node, reason: result.reason, attempt },
          "a call could not be handed to the leader",
        );
      if (result.kind === "unknown") break;
    }
    return reads ? undefined : failureAnswer(new Failure(unavailable, { retryAfter: 1 }), call.locale);
  };
}

export interface HandedCallNeeds {
  readonly node: Pick<ClusterNode, "leads">;
  readonly calls: readonly MountedCall[];
  readonly authenticate: DispatcherPorts["authenticate"];
  readonly newRequestId: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Answers calls that another node handed over. That node has checked rate, guard and session; the session is looked up again here, and rejected if it
 * belongs to another player.
 */
export function answerHandedCalls(needs: HandedCallNeeds): AskHandler {
  const { node, clock } = needs;
  const byName = new Map(needs.calls.filter(({ leader }) => leader !== undefined).map(call => [call.name, call]));

  async function sessionOf(token: string | null, identity: { session: string; player: string } | null) {
    if (identity === null) return null;
    const session = token === null ? null : await needs.authenticate(token);
    if (session && (session.id !== identity.session || session.player !== identity.player))
      throw new AskRefused("identity");
    return session;
  }

  return async content => {
    const read = z.safeParse(handedCall, content);
    if (!read.success) throw new AskRefused("malformed");
    const { data } = read;
    const mounted = byName.get(data.call);
    if (!mounted || mounted.leader !== data.leader) throw new AskRefused("malformed");
    const answered = (answer: Answer) => ({ status: 200, body: answer });
    const locale = readLocale(data.locale);
    if (!node.leads(data.leader)) return { status: 200, body: { status: notLeading, text: "" } };
    const session: Session | null = await sessionOf(data.token, data.identity);
    if (data.identity && !session) return answered(failureAnswer(new Failure(unauthenticated), locale));
    const { token, ip, hostname, userAgent, region } = data;
    const caller = { token, locale, ip, hostname, userAgent, cookies: {}, headers: { region } };
    const call = new SocketCall(caller, data.key, needs.newRequestId(), needs.log);
    call.session = session;
    const { params, query, body } = data;
    const answer = mounted.runHandedOver(call, { params, query, body }, data.traceparent);
    return answered(await withinTime(clock, data.withinMs, answer, failureAnswer(new Failure(unavailable), locale)));
  };
}

function withinTime(clock: Clock, ms: number, work: Promise<Answer>, late: Answer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(late));
    work.then(resolve, reject).finally(cancel);
  });
}
