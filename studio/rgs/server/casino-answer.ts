import type { FastifyReply, FastifyRequest } from "fastify";
import { checkRequest, signResponse } from "#kit/http/signed-messages.ts";
import type { Casino, Casinos } from "./casinos.ts";
import { RgsError } from "./rgs-error.ts";
import type { StudioHost } from "./studio-host.ts";

/** A call of a casino whose signature holds. */
export interface CasinoCall {
  readonly casino: Casino;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** The fields of an answer; each has a status. */
export type CasinoAnswer = Readonly<Record<string, unknown>> & { readonly status: string };
export type CasinoHandler = (call: CasinoCall) => Promise<CasinoAnswer>;

/** Answers a call of a casino: checks its signature, runs the handler, and signs the response. A call that fails the check gets no other response than that. */
export function createCasinoAnswer(
  host: Pick<StudioHost, "clock" | "log">,
  casinos: Casinos,
): (handler: CasinoHandler, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  async function decide(
    handler: CasinoHandler,
    casino: Casino,
    request: FastifyRequest,
    body: Uint8Array,
  ): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const call = {
        casino,
        params: (request.params ?? {}) as CasinoCall["params"],
        query: request.query,
        body: body.length > 0 ? parse(body) : {},
      };
      return { status: 200, text: JSON.stringify(await handler(call)) };
    } catch (error) {
      if (!(error instanceof RgsError)) {
        host.log.error({ err: error, path: request.routeOptions.url }, "a call of a casino failed");
        return { status: 500, text: '{"status":"internal"}' };
      }
      if (error.code === "malformed") return { status: 400, text: '{"status":"malformed"}' };
      const status = error.code === "unknown_game" ? "game_disabled" : error.code;
      return { status: 200, text: JSON.stringify({ status }) };
    }
  }

  return async (handler, request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array(0);
    const keyId = request.headers["x-key-id"];
    const casino = typeof keyId === "string" ? await casinos.byKey(keyId) : undefined;
    const signed = { method: request.method, path: request.raw.url ?? "", body };
    const check = checkRequest(casino?.keys ?? [], request.headers, signed, host.clock.now());
    if (!casino || !check.ok) {
      host.log.warn(
        { path: request.routeOptions.url, fault: check.ok ? "unknown_key" : check.fault },
        "a call was refused",
      );
      return reply.code(401).type("application/json").send('{"status":"bad_signature"}');
    }
    const { status, text } = await decide(handler, casino, request, body);
    const headers = signResponse(
      check.key,
      { status, requestSignature: check.signature, body: text },
      host.clock.now(),
    );
    return reply.code(status).headers(headers).type("application/json").send(text);
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new RgsError("malformed");
  }
}
