import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Outbox } from "./outbox.ts";

interface Order {
  readonly to: string;
  readonly text: string;
  readonly type: "text" | "voice";
}

/** A provider of SMS and calls. The same Idempotency-Key is one message. */
export function mountSmsProvider(app: FastifyInstance, options: { outbox: Outbox; token: string }): void {
  const { outbox, token } = options;
  const seen = new Set<string>();
  const isCustomer = ({ headers }: FastifyRequest) => headers.authorization === `Bearer ${token}`;
  app.get("/sms/health", (request, reply) =>
    isCustomer(request) ? reply.send({ ok: true }) : reply.code(401).send({ error: "unknown customer" }),
  );
  app.post("/sms/messages", (request, reply) => {
    if (!isCustomer(request)) return reply.code(401).send({ error: "unknown customer" });
    const order = readOrder(request.body);
    if (!order)
      return reply.code(422).send({ error: '`to` (E.164), `text` and `type` ("text" or "voice") are needed' });
    const key = String(request.headers["idempotency-key"] ?? "");
    if (key === "" || !seen.has(key)) {
      if (seen.size > 10_000) seen.clear();
      if (key !== "") seen.add(key);
      outbox.put({ channel: order.type === "voice" ? "call" : "sms", to: order.to, text: order.text });
    }
    return reply.code(202).send({ accepted: true });
  });
}

function readOrder(body: unknown): Order | undefined {
  try {
    const { to, text, type } = JSON.parse(Buffer.from(body as Uint8Array).toString()) as Record<string, unknown>;
    if (typeof to !== "string" || !/^\+[1-9]\d{6,14}$/.test(to)) return undefined;
    if (typeof text !== "string" || text === "" || text.length > 1000) return undefined;
    return type === "text" || type === "voice" ? { to, text, type } : undefined;
  } catch {
    return undefined;
  }
}
