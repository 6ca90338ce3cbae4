import type { RouteInput, RouteSpec } from "#kit/contract/route.ts";
import type { TransportCall } from "#kit/http/dispatcher.ts";
import type { Call, Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Shared by all commands of a socket. */
export interface Caller {
  readonly token: string | null;
  readonly locale: Locale;
  readonly ip: string;
  readonly hostname: string;
  readonly userAgent: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** The headers of the handshake, with `region` from the hello. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const noBytes = new Uint8Array(0);

/** A call over the socket transport. */
export class SocketCall implements TransportCall {
  input: RouteInput<RouteSpec> = { params: undefined, query: undefined, body: undefined };
  readonly operator = null;
  session: Session | null = null;
  key: Uuid | undefined = undefined;
  status: number | undefined = undefined;
  readonly presentedKey: string | undefined;
  readonly requestId: string;
  readonly fromOperator = false;
  readonly url = "";
  readonly rawBody = noBytes;
  readonly #caller: Caller;
  readonly #log: Log;

  constructor(caller: Caller, presentedKey: string | undefined, requestId: string, log: Log) {
    this.#caller = caller;
    this.presentedKey = presentedKey;
    this.requestId = requestId;
    this.#log = log;
  }

  get token(): string | null {
    return this.#caller.token;
  }
  get locale(): Locale {
    return this.#caller.locale;
  }
  get ip(): string {
    return this.#caller.ip;
  }
  get hostname(): string {
    return this.#caller.hostname;
  }
  get userAgent(): string {
    return this.#caller.userAgent;
  }
  get cookies(): Readonly<Record<string, string>> {
    return this.#caller.cookies;
  }
  get headers(): Readonly<Record<string, string | undefined>> {
    return this.#caller.headers;
  }
  get log(): Log {
    return this.#log.child({ request_id: this.requestId });
  }

  setHeader(): void {}

  setStatus(status: Parameters<Call["setStatus"]>[0]): void {
    this.status = status;
  }
}
