import * as z from "zod/mini";
import { Failure, fail } from "#kit/contract/error-code.ts";
import {
  forbidden,
  idempotencyKeyRequired,
  internal,
  malformed,
  notFound,
  readTooSlow,
  stepUpRequired,
  tooManyRequests,
  unauthenticated,
  validationFailed,
} from "#kit/contract/errors.ts";
import {
  isOfOffice,
  ownSession,
  type Route,
  type RouteInput,
  type RouteSpec,
  routeName,
  successStatusesOf,
} from "#kit/contract/route.ts";
import { isReadOnly, isStatementTimeout } from "#kit/db/errors.ts";
import type { OfficeReads } from "#kit/db/office-reads.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Tracer } from "#kit/host/trace.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { subscriberOf } from "./address.ts";
import { type Answer, type FilePieces, failureAnswer } from "./answer.ts";
import { auditFaults, classificationFaults } from "./classification.ts";
import { fieldErrors } from "./field-errors.ts";
import type { Call, Handler, Operator, ReadByOperator, Session } from "./handler.ts";
import { errorsOf } from "./openapi.ts";
import type { RateLimiter } from "./rate-limit.ts";

/** A call from its transport. The dispatcher fills in the input, the session and the key. */
export interface TransportCall extends Omit<Call, "input" | "session" | "operator" | "key" | "setStatus"> {
  input: RouteInput<RouteSpec>;
  session: Session | null;
  operator: Operator | null;
  key: Uuid | undefined;
  /** Set by the handler's `setStatus`; undefined is the route's own. */
  status: number | undefined;
  setStatus: Call["setStatus"];
  /** The Idempotency-Key as presented. */
  readonly presentedKey: string | undefined;
  /** True from the operator's own network and through no proxy. */
  readonly fromOperator: boolean;
}

/** The parts of a call's input, parsed and not yet checked. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  /** Undefined when there was none. */
  readonly body: unknown;
}

export interface DispatcherPorts {
  /** The session of a bearer token, or null. Return without a promise where possible: this is on the path of every bet. */
  authenticate(token: string): Promise<Session | null> | Session | null;
  /**
   * The operator behind a call on the office's host name, or null. Without it there are no operators. `isActivity`: the call is made by
   * a person; pages read in the background, which must not keep a session alive.
   */
  operatorOf?(call: TransportCall, isActivity: boolean): Promise<Operator | null>;
  /** An operator has read something, beyond their own session. Called before the answer is sent, and must not throw or wait. */
  noteRead?(read: ReadByOperator): void;
  /** Region (451) and account status (403); throws a Failure. Runs before validation, so `call.input` is not set yet. */
  guard?(route: Route, session: Session | null, call: TransportCall): Promise<void> | void;
  /** Maps a thrown error to a declared failure: a lost database is `unavailable`. Undefined: an internal error. */
  classify?(error: unknown): Failure | undefined;
  /** A call has failed with a code that it does not declare: logged without it. */
  noteUndeclared?(call: string, code: string): void;
  /** Hands calls of rounds that another process leads to that process. */
  readonly handOver?: HandOver;
  /** Runs a call that moves money; resolves when a standby has what it answers. */
  readonly confirmed?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs what operators read apart from everything else. */
  readonly officeReads?: Pick<OfficeReads, "page">;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer?: Tracer;
}

/** Answers a checked call by the process that leads its rounds; undefined answers it here. */
export type HandOver = (
  leader: string,
  mounted: Pick<MountedCall, "name" | "route">,
  call: TransportCall,
  input: RawInput,
) => Promise<Answer | undefined>;

/** A declared call, ready to run. */
export interface MountedCall {
  readonly route: Route;
  readonly name: string;
  /** The rounds whose leader answers it. */
  readonly leader?: string;
  /** Never rejects: every failure is a response. */
  run(call: TransportCall, input: RawInput): Promise<Answer>;
  /** Runs in the leader a call that another process has checked (rate, guard, session). `traceparent`: its step there. Never rejects. */
  runHandedOver(call: TransportCall, input: RawInput, traceparent?: string): Promise<Answer>;
}

export interface Dispatcher {
  readonly calls: readonly MountedCall[];
}

const nothing: RawInput["body"] = Object.freeze({});
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Mounts the handlers. Throws an Error that lists every call that is unclassified, or mounted twice.
 * Order of checks on each call: rate (429), caller (401), an operator's permission (403), guard (451, 403), shape (422), key (422), then the handler.
 */
export function createDispatcher(handlers: readonly Handler[], ports: DispatcherPorts): Dispatcher {
  const faults = [...classificationFaults(handlers.map(handler => handler.route)), ...auditFaults(handlers)];
  if (faults.length > 0) throw new Error(`Invalid calls:\n${faults.map(fault => `  ${fault}`).join("\n")}`);
  const durations = ports.metrics.histogram("call_seconds", "Time to respond to a call", durationBuckets, [
    "call",
    "status",
  ]);
  return { calls: handlers.map(handler => mount(handler, ports, durations)) };
}

function mount(handler: Handler, ports: DispatcherPorts, durations: ReturnType<Metrics["histogram"]>): MountedCall {
  const { route } = handler;
  const name = routeName(route);
  const declared = new Set(errorsOf(route));
  const mounted: MountedCall = {
    route,
    name,
    ...(handler.leader !== undefined && { leader: handler.leader }),
    run(call, input) {
      const { tracer } = ports;
      if (!tracer) return answered(call, input);
      const steps = () => tracer.step("dispatch", () => answered(call, input));
      return tracer.call(name, steps, ({ status }) => status);
    },
    runHandedOver(call, input, traceparent) {
      const { tracer } = ports;
      if (!tracer || traceparent === undefined) return answeredForOther(call, input);
      const steps = () => tracer.step("dispatch", () => answeredForOther(call, input));
      return tracer.call(name, steps, ({ status }) => status, traceparent);
    },
  };

  async function answeredForOther(call: TransportCall, input: RawInput): Promise<Answer> {
    try {
      if (route.caller === "player" && !call.session) fail(unauthenticated);
      return await checkedAnswer(handler, ports, call, input);
    } catch (error) {
      return failed(error, call);
    }
  }

  function failed(error: unknown, call: TransportCall): Answer {
    const failure = failureOf(error, name, call, ports);
    if (!declared.has(failure.error)) noteUndeclared(ports, name, failure.error.code);
    return failureAnswer(failure, call.locale);
  }

  async function answered(call: TransportCall, input: RawInput): Promise<Answer> {
    const startedAt = ports.clock.monotonic();
    let answer: Answer;
    try {
      answer = await answerOf(handler, mounted, ports, call, input);
    } catch (error) {
      answer = failed(error, call);
    }
    durations.observe((ports.clock.monotonic() - startedAt) / 1000, { call: name, status: `${answer.status}` });
    return answer;
  }
  return mounted;
}

async function answerOf(
  handler: Handler,
  mounted: MountedCall,
  ports: DispatcherPorts,
  call: TransportCall,
  input: RawInput,
): Promise<Answer> {
  const { route } = handler;
  if (route.rate) await holdRate(route, ports.limiter, call);
  const session = sessionOf(route, ports, call);
  call.session = session instanceof Promise ? await session : session;
  if (route.caller === "player" && !call.session) fail(unauthenticated);
  if (route.caller === "operator") call.operator = await permittedOperator(route, ports, call);
  const guarded = ports.guard?.(route, call.session, call);
  if (guarded) await guarded;
  if (handler.leader === undefined || !ports.handOver) return checkedAnswer(handler, ports, call, input);
  call.input = checkedInput(route, input);
  call.key = checkedKey(route, call);
  const handed = await ports.handOver(handler.leader, mounted, call, input);
  return handed ?? successAnswer(route, call, await outputOf(handler, ports, call));
}

async function checkedAnswer(
  handler: Handler,
  ports: Pick<DispatcherPorts, "confirmed" | "noteRead" | "officeReads">,
  call: TransportCall,
  input: RawInput,
): Promise<Answer> {
  const { route } = handler;
  call.input = checkedInput(route, input);
  call.key = checkedKey(route, call);
  const output = await outputOf(handler, ports, call);
  noteRead(route, ports, call, output);
  return successAnswer(route, call, output);
}

function noteRead(route: Route, ports: Pick<DispatcherPorts, "noteRead">, call: TransportCall, output: unknown): void {
  const { operator, input } = call;
  if (!ports.noteRead || !operator || route.method !== "GET" || route.permission === ownSession) return;
  const { params = null, query = null } = input;
  ports.noteRead({ operator, call: routeName(route), filter: { params, query }, rows: rowsIn(output) });
}

function rowsIn(output: unknown): number {
  const { data } = (output ?? {}) as { readonly data?: unknown };
  const items = Array.isArray(data) ? data : (data as { readonly items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? items.length : 1;
}

function outputOf(
  handler: Handler,
  { confirmed, officeReads }: Pick<DispatcherPorts, "confirmed" | "officeReads">,
  call: TransportCall,
): Promise<unknown> {
  const run = () => handler.run(call as unknown as Call);
  if (officeReads && isReadByOperator(handler)) return officeReads.page(run).catch(failedRead);
  return confirmed && handler.route.moves !== "nothing" ? confirmed(run) : run();
}

/** A read that writes an entry, such as the download of a file, is none. */
function isReadByOperator({ route, audited }: Handler): boolean {
  return route.caller === "operator" && route.method === "GET" && !audited;
}

function failedRead(error: unknown): never {
  if (isStatementTimeout(error)) fail(readTooSlow);
  // Our mistake, and no outage: the server takes writes.
  if (isReadOnly(error)) throw new Error("a read of the back office tried to write", { cause: error });
  throw error;
}

async function holdRate(route: Route, limiter: RateLimiter, call: TransportCall): Promise<void> {
  if (!route.rate) return;
  const wait = await limiter.take(`${routeName(route)} ${subscriberOf(call.ip)}`, route.rate);
  if (wait > 0) fail(tooManyRequests, { retryAfter: wait });
}

/** The only place that authorizes operators. */
async function permittedOperator(route: Route, ports: DispatcherPorts, call: TransportCall): Promise<Operator> {
  const isActivity = route.method !== "GET" && !route.byPage;
  const operator = (await ports.operatorOf?.(call, isActivity)) ?? fail(unauthenticated);
  if (!operator.permissions.has(route.permission ?? "")) {
    ports.log.warn({ call: routeName(route), operator: operator.id, role: operator.role }, "an operator was refused");
    return fail(forbidden, { data: { permission: route.permission ?? "" } });
  }
  const isOpen = route.permission === ownSession && !route.stepUp;
  if (!isOpen && (operator.hasMoved || (route.stepUp && !operator.isSteppedUp))) return fail(stepUpRequired);
  return operator;
}

function sessionOf(
  route: Route,
  ports: DispatcherPorts,
  call: TransportCall,
): Promise<Session | null> | Session | null {
  if (route.caller === "operations" && !call.fromOperator) fail(notFound);
  if (route.caller === "provider" || route.caller === "operations" || isOfOffice(route)) return null;
  if (call.token === null) return null;
  return ports.authenticate(call.token);
}

function checkedInput(route: Route, input: RawInput): RouteInput<RouteSpec> {
  const body = input.body ?? nothing;
  if (typeof body !== "object" || Array.isArray(body)) fail(malformed);
  const faults: { issues: readonly z.core.$ZodIssue[]; input: unknown }[] = [];
  const check = (schema: z.ZodMiniType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const result = z.safeParse(schema, value);
    if (result.success) return result.data;
    faults.push({ issues: result.error.issues, input: value });
    return undefined;
  };
  const checked = {
    params: check(route.params, input.params),
    query: check(route.query, input.query ?? nothing),
    body: check(route.body, body),
  };
  if (faults.length > 0) fail(validationFailed, { errors: fieldErrors(faults) });
  return checked as RouteInput<RouteSpec>;
}

function checkedKey(route: Route, call: TransportCall): Uuid | undefined {
  if (route.moves === "nothing" || route.caller === "provider") return undefined;
  const key = call.presentedKey === undefined ? undefined : parseUuid(call.presentedKey);
  return key ?? fail(idempotencyKeyRequired);
}

/** The output passes through the route's schema, so that what is not declared is not sent. */
function successAnswer(route: Route, call: TransportCall, output: unknown): Answer {
  const declared = successStatusesOf(route);
  const status = call.status ?? declared[0];
  invariant(declared.includes(status), `${routeName(route)} declares no status ${status}`);
  if (status === 204 || status === 302 || !route.output) return { status, text: "" };
  if (route.file) return { status, text: "", file: { type: route.file, pieces: output as FilePieces } };
  if (route.signed) return { status, text: String(output) };
  const checked = z.parse(route.output, output);
  if (route.page) return { status, text: String(checked), page: true };
  return { status, text: JSON.stringify(checked) };
}

function noteUndeclared({ noteUndeclared: note, log }: DispatcherPorts, call: string, code: string): void {
  if (note) note(call, code);
  else log.error({ call, failure: code }, "a call failed with a code that it does not declare");
}

function failureOf(error: unknown, name: string, call: TransportCall, ports: DispatcherPorts): Failure {
  if (error instanceof Failure) return error;
  const classified = ports.classify?.(error);
  if (classified) {
    ports.log.warn({ err: error, call: name, request_id: call.requestId }, "a dependency is unavailable");
    return classified;
  }
  ports.log.error(
    { err: error, call: name, request_id: call.requestId, player: call.session?.player, operator: call.operator?.id },
    "a call failed",
  );
  return new Failure(internal, { data: { request_id: call.requestId } });
}
