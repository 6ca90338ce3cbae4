import type { FastifyInstance } from "fastify";
import type { Clock } from "#kit/host/host.ts";

/** Longer than the server waits for an answer. */
const lateMs = 8_000;
/** Calls about one event that a failing network refuses before it takes it. */
const failures = 2;
const most = 500;

interface Conversion {
  readonly event_id: string;
  readonly event: string;
  readonly click_id: string;
  /** Calls that were made about it, and whether it was taken. */
  calls: number;
  taken: boolean;
}

/**
 * An advertising network that receives conversions: `/ads/{steady|failing|late|moved}?click_id=&event=&event_id=`. A failing one refuses the
 * first calls about an event, a late one takes it after the caller has given up, a moved one redirects. `GET /ads` lists what was received.
 */
export function mountAdNetwork(app: FastifyInstance, { clock }: { readonly clock: Pick<Clock, "after"> }): void {
  const received = new Map<string, Conversion>();
  app.get("/ads", (_request, reply) => reply.send([...received.values()]));
  app.get<{ Params: { kind: string }; Querystring: Record<string, string> }>("/ads/:kind", async (request, reply) => {
    const { click_id = "", event = "", event_id: id = "" } = request.query;
    if (id === "" || click_id === "") return reply.code(400).send({ error: "click_id and event_id are needed" });
    if (received.size >= most) received.clear();
    const known = received.get(id) ?? { event_id: id, event, click_id, calls: 0, taken: false };
    received.set(id, known);
    known.calls += 1;
    switch (request.params.kind) {
      case "steady":
        break;
      case "failing":
        if (known.calls <= failures) return reply.code(503).send({ error: "try again" });
        break;
      case "late":
        await new Promise<void>(done => clock.after(lateMs, done));
        break;
      case "moved":
        return reply.redirect("/ads");
      default:
        return reply.code(404).send();
    }
    known.taken = true;
    return reply.code(204).send();
  });
}
