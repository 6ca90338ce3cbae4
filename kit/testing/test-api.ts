import type { Host } from "#kit/host/host.ts";
import { guardOf, type ServerModule } from "#kit/host/server-module.ts";
import { networks } from "#kit/http/address.ts";
import { createApi } from "#kit/http/api.ts";
import { createDispatcher, type DispatcherPorts } from "#kit/http/dispatcher.ts";
import type { Session } from "#kit/http/handler.ts";
import { createHosts } from "#kit/http/hosts.ts";
import { byTransport } from "#kit/http/server.ts";
import { invariant } from "#kit/std/invariant.ts";

export interface TestCall {
  readonly token?: string | undefined;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
  /** The Idempotency-Key. */
  readonly key?: string;
  /** `name=value` pairs. */
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the client; loopback otherwise. */
  readonly ip?: string;
}

export interface TestAnswer {
  readonly status: number;
  /** The raw body. */
  readonly text: string;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a body; types would only repeat it.
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Cookies set by the response; "" for one that was cleared. */
  readonly cookies: Readonly<Record<string, string>>;
}

export interface TestApi {
  /** `api.call("PUT /auth/logout", { token })`, through the real HTTP transport and dispatcher, without a network. */
  call(nameAndPath: string, call?: TestCall): Promise<TestAnswer>;
}

/**
 * The HTTP transport over some modules, with their guards: paths of the back office use its host name. No rate limits, unless a test is about them. `isMirror`: registered
 * mirrors. `operatorOf`: the operator of a call, if any. `noteRead`: what operators read.
 */
export async function testApi(
  host: Pick<Host, "clock" | "config" | "ids" | "log" | "metrics" | "officeReads" | "tracer">,
  modules: readonly ServerModule[],
  authenticate: (token: string) => Session | null | Promise<Session | null>,
  isMirror: (hostname: string) => boolean = () => false,
  operatorOf?: DispatcherPorts["operatorOf"],
  noteRead?: DispatcherPorts["noteRead"],
): Promise<TestApi> {
  const { clock, log, metrics, config } = host;
  const limiter = { take: () => 0 };
  const handlers = modules.flatMap(module => module.handlers ?? []);
  const dispatcher = createDispatcher(handlers, {
    authenticate,
    guard: guardOf(modules),
    noteUndeclared: (call, code) => invariant(false, `${call} does not declare ${code}`),
    ...(operatorOf && { operatorOf }),
    ...(noteRead && { noteRead }),
    ...(host.officeReads && { officeReads: host.officeReads }),
    limiter,
    clock,
    log,
    metrics,
    ...(host.tracer && { tracer: host.tracer }),
  });
  const hosts = createHosts(config, 3000, isMirror);
  const [officeCalls, calls] = byTransport(dispatcher);
  const transportOptions = {
    limiter,
    log,
    metrics,
    hosts: () => hosts,
    trusted: networks([]),
    documents: {},
    newRequestId: () => host.ids.next(),
  };
  const api = createApi({ ...transportOptions, dispatcher: calls });
  const office = createApi({ ...transportOptions, dispatcher: officeCalls, ownPagesOnly: true });
  await Promise.all([api.ready(), office.ready()]);
  return {
    async call(nameAndPath, { token, body, key, cookies = {}, headers = {}, ip } = {}) {
      const [method, url] = nameAndPath.split(" ") as ["GET" | "POST" | "PUT" | "DELETE", string];
      const isRaw = typeof body === "string" || body instanceof Uint8Array;
      const to = headers.host ?? `${url.startsWith("/api/office/") ? "office" : "api"}.${config.HOST}`;
      const response = await (hosts.hostRoleOf(to, false) === "office" ? office : api).inject({
        method,
        url,
        headers: {
          host: to,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
          ...headers,
        },
        cookies: { ...cookies },
        ...(ip !== undefined && { remoteAddress: ip }),
        ...(body === undefined ? {} : { payload: isRaw ? Buffer.from(body) : JSON.stringify(body) }),
      });
      return {
        status: response.statusCode,
        text: response.payload,
        bytes: response.rawPayload,
        // The response to HEAD has a type and no body.
        body:
          response.payload !== "" && isJson(response.headers["content-type"])
            ? JSON.parse(response.payload)
            : undefined,
        headers: response.headers,
        cookies: Object.fromEntries(response.cookies.map(cookie => [cookie.name, cookie.value])),
      };
    },
  };
}

function isJson(type: unknown): boolean {
  return String(type).startsWith("application/json");
}
