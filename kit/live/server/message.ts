import * as z from "zod/mini";
import type { ClientMessage } from "#kit/contract/socket.ts";

const shortText = z.string().check(z.maxLength(200));
const hello = z.object({
  hello: z.object({
    token: z.optional(z.string().check(z.maxLength(512))),
    locale: z.optional(shortText),
    region: z.optional(shortText),
    deflate: z.optional(z.boolean()),
  }),
});
const ping = z.object({ ping: z.number() });
const sub = z.object({ sub: shortText });
const unsub = z.object({ unsub: shortText });
const command = z.object({
  id: z.int().check(z.gte(0)),
  call: z.string().check(z.maxLength(300)),
  key: z.optional(shortText),
  // Validated by the call's own schema.
  input: z.optional(z.custom<object>(value => typeof value === "object" && value !== null && !Array.isArray(value))),
});

/** Reads a text frame; undefined if it is not a valid message. */
export function readMessage(text: string): ClientMessage | undefined {
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return undefined;
  const schema =
    "call" in value ? command : "ping" in value ? ping : "sub" in value ? sub : "unsub" in value ? unsub : hello;
  const result = z.safeParse(schema as z.ZodMiniType<ClientMessage>, value);
  return result.success ? result.data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
