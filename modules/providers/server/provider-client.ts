import * as z from "zod/mini";
import type { Clock } from "#kit/host/host.ts";
import { checkResponse, signRequest } from "#kit/http/signed-messages.ts";
import { type ProviderCallName, providerBase, providerCalls } from "../shared/protocol.ts";
import type { Provider } from "./registry.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}
/** Carries one request to a provider. Rejects where there is no response in time. */
export type Transport = (request: SentRequest) => Promise<ReceivedResponse>;

/** No valid response: the outcome of the call is unknown. */
export class ProviderSilent extends Error {
  override readonly name = "ProviderSilent";
}

type Reply<Name extends ProviderCallName> = z.output<(typeof providerCalls)[Name]["reply"]>;

export interface CallInput {
  /** Parameters of the path: `:round`, `:grant`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ProviderClient {
  /** Rejects with {@link ProviderSilent} for anything but a signed 200 of the agreed shape. */
  call<Name extends ProviderCallName>(provider: Provider, name: Name, input?: CallInput): Promise<Reply<Name>>;
  /** A public file under the provider's base address, unsigned: its hash says whether it is the one that was meant. */
  read(provider: Provider, path: string): Promise<string>;
}

/** Calls to providers, signed in both directions. */
export function createProviderClient(clock: Clock, send: Transport): ProviderClient {
  return {
    async read({ slug, baseUrl }, path) {
      const base = new URL(baseUrl);
      const url = `${base.origin}${base.pathname.replace(/\/$/, "")}${path}`;
      const { status, body } = await send({ method: "GET", url, headers: {}, body: undefined });
      if (status !== 200) throw new ProviderSilent(`${slug} returned ${status} for ${path}`);
      return body;
    },
    async call(provider, name, { params = {}, query = {}, body } = {}) {
      const { method, path, reply } = providerCalls[name];
      const [key] = provider.keys;
      if (!key) throw new ProviderSilent(`${provider.slug} has no valid key`);
      const base = new URL(provider.baseUrl);
      const literal = path.replace(/:([a-z]+)/g, (_all, each: string) => encodeURIComponent(params[each] ?? ""));
      const search = new URLSearchParams(query).toString();
      const target = `${base.pathname.replace(/\/$/, "")}${providerBase}${literal}${search && `?${search}`}`;
      const text = body === undefined ? "" : JSON.stringify(body);
      const signed = signRequest(key, { method, path: target, body: text }, clock.now());
      const response = await send({
        method,
        url: `${base.origin}${target}`,
        headers: { ...signed, ...(text !== "" && { "content-type": "application/json" }) },
        body: text === "" ? undefined : text,
      });
      const { status, headers, body: answer } = response;
      const requestSignature = signed["x-signature"];
      const checked = checkResponse(provider.keys, headers, { status, requestSignature, body: answer }, clock.now());
      if (status !== 200 || !checked.ok)
        throw new ProviderSilent(
          `${provider.slug} answered ${name} with ${status}, ${checked.ok ? "signed" : checked.fault}`,
        );
      return parsed(reply, answer, `${provider.slug} ${name}`) as Reply<typeof name>;
    },
  };
}

function parsed(schema: z.ZodMiniType, text: string, what: string): unknown {
  try {
    return z.parse(schema, JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.core.$ZodError ? error.issues[0] : undefined;
    const where = issue ? ` at ${issue.path.join(".")}: ${issue.message}` : "";
    throw new ProviderSilent(`${what}: not the agreed response${where}`, { cause: error });
  }
}
