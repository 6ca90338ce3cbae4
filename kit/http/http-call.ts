import type { FastifyReply, FastifyRequest } from "fastify";
import type { RouteInput, RouteSpec } from "#kit/contract/route.ts";
import { type Locale, readLocale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { isOperator } from "./address.ts";
import { parseCookies } from "./cookies.ts";
import type { TransportCall } from "./dispatcher.ts";
import type { Call, Operator, Session } from "./handler.ts";
import { hostnameOf } from "./hosts.ts";

const noBytes = new Uint8Array(0);
const longestToken = 512;

/** A call over HTTP. Rarely used properties are computed on demand. */
export class HttpCall implements TransportCall {
  input: RouteInput<RouteSpec> = { params: undefined, query: undefined, body: undefined };
  session: Session | null = null;
  operator: Operator | null = null;
  key: Uuid | undefined = undefined;
  status: number | undefined = undefined;
  readonly token: string | null;
  readonly locale: Locale;
  readonly ip: string;
  readonly requestId: string;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #log: Log;

  constructor(request: FastifyRequest, reply: FastifyReply, ip: string, log: Log) {
    this.#request = request;
    this.#reply = reply;
    this.#log = log;
    this.ip = ip;
    this.requestId = request.id;
    this.locale = readLocale(request.headers["accept-language"]);
    this.token = readBearer(request.headers.authorization);
  }

  get headers(): Readonly<Record<string, string | undefined>> {
    return this.#request.headers as Record<string, string | undefined>;
  }

  get hostname(): string {
    return hostnameOf(this.#request.headers.host);
  }

  get userAgent(): string {
    return this.#request.headers["user-agent"] ?? "";
  }

  get cookies(): Readonly<Record<string, string>> {
    return parseCookies(this.#request.headers.cookie);
  }

  get rawBody(): Uint8Array {
    return this.#request.body instanceof Uint8Array ? this.#request.body : noBytes;
  }

  get presentedKey(): string | undefined {
    return this.headers["idempotency-key"];
  }

  get fromOperator(): boolean {
    return isOperator(this.#request.raw);
  }

  get log(): Log {
    return this.#log.child({ request_id: this.requestId });
  }

  setHeader(name: string, value: string): void {
    this.#reply.header(name, value);
  }

  setStatus(status: Parameters<Call["setStatus"]>[0]): void {
    this.status = status;
  }
}

/** The token of an Authorization header; null if absent or malformed. */
export function readBearer(header: string | undefined): string | null {
  if (header === undefined || !/^bearer /i.test(header)) return null;
  const token = header.slice(7).trim();
  return token === "" || token.length > longestToken ? null : token;
}
