import type { FastifyInstance } from "fastify";

/** The secrets that merchant and provider share. While they change, requests signed with either are accepted, and messages are signed with one. */
export interface ProviderKeys {
  signing(): string;
  accepted(): readonly string[];
  /** A request with another signature, or a message that the merchant refused for its own. */
  noteRefusal(): void;
}

export interface ChangingKeys extends ProviderKeys {
  readonly refusals: number;
  /** Requests signed with it are accepted too. */
  add(secret: string): void;
  /** Messages are signed with it from now on. False for one that was not added. */
  use(secret: string): boolean;
  /** Only the one that signs is accepted from now on. */
  retire(): void;
}

const leastLength = 32;

export function createKeys(secret: string): ChangingKeys {
  let known = [secret];
  let refusals = 0;
  const signing = () => known[0] ?? secret;
  return {
    signing,
    accepted: () => known,
    noteRefusal() {
      refusals += 1;
    },
    get refusals() {
      return refusals;
    },
    add(next) {
      if (!known.includes(next)) known = [...known, next];
    },
    use(next) {
      if (!known.includes(next)) return false;
      known = [next, ...known.filter(each => each !== next)];
      return true;
    },
    retire() {
      known = [signing()];
    },
  };
}

/** The provider's side of a change of keys, as its console offers it. */
export function mountKeys(app: FastifyInstance, keys: ChangingKeys): void {
  app.post<{ Params: { action: string } }>("/psp/keys/:action", (request, reply) => {
    const { action } = request.params;
    const secret = request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : "";
    if (action === "retire") keys.retire();
    else if (action !== "add" && action !== "use")
      return reply.code(404).send({ error: "add or use with a secret as the body, or retire" });
    else if (secret.length < leastLength)
      return reply.code(422).send({ error: `a secret has at least ${leastLength} characters` });
    else if (action === "add") keys.add(secret);
    else if (!keys.use(secret)) return reply.code(409).send({ error: "add it first" });
    return reply.send(stateOf(keys));
  });
  app.get("/psp/keys", (_request, reply) => reply.send(stateOf(keys)));
}

const stateOf = (keys: ChangingKeys) => ({ accepted: keys.accepted().length, refusals: keys.refusals });
