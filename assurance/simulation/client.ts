import type { Session } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { callFaults, faultOf } from "./coverage.ts";
import type { CallResponse, ServerProcess, SimulatedWorld } from "./server-process.ts";

/** A client's request; it is retried with the same key until a response arrives. */
export interface Request {
  readonly name: string;
  readonly params?: object;
  readonly body: object;
}

export interface Client {
  /** Undefined when the server could not be reached in time: the outcome is unknown. */
  ask(request: Request, key?: Uuid): Promise<CallResponse | undefined>;
}

interface World extends SimulatedWorld {
  readonly processes: () => readonly ServerProcess[];
  /** Called with every response, received by the client or not. */
  readonly answered: (name: string, answer: CallResponse) => void;
  /** Called with every response that the server must not give. */
  readonly fail: (error: unknown) => void;
}

/** In percent of the messages. */
const lost = 4;
const doubled = 4;
const late = 8;
const timeoutMs = 4_000;
const mostTries = 30;

/** A client on a bad network: requests and responses are lost, duplicated, delayed and reordered. */
export function createClient(world: World, session: Session): Client {
  const { clock, chance, faults, processes, fail, coverage } = world;
  const first = new Map<Uuid, string>();

  /** Whether this fault hits the call, in percent of its messages. */
  function befalls(name: string, fault: (typeof callFaults)[number], percent: number): boolean {
    if (!faults() || !chance.happens(percent)) return false;
    coverage.count(faultOf(name, fault));
    return true;
  }

  const travel = (name: string) => chance.below(befalls(name, "late", late) ? 2_500 : 120);

  /** One copy of a request and its response; a lost response does not arrive. */
  function carry(request: Request, key: Uuid, onResponse: (answer: CallResponse) => void): void {
    const { name, params = {}, body } = request;
    clock.after(travel(name), () => {
      const open = processes().filter(process => process.alive());
      const process = open[chance.below(Math.max(1, open.length))];
      if (!process || befalls(name, "request lost", lost)) return;
      process
        .call(name, session, { key, params, body })
        .then(answer => {
          world.answered(name, answer);
          remember(request, key, answer);
          if (befalls(name, "answer lost", lost)) return;
          clock.after(travel(name), () => onResponse(answer));
        })
        .catch(fail);
    });
  }

  /** A repeat gets the same bytes, whatever has happened since, and whether or not the client received the first response. */
  function remember({ name }: Request, key: Uuid, { status, text }: CallResponse): void {
    invariant(status !== 500, `${name} failed inside the server: ${text}`);
    if (status >= 300 || !name.startsWith("POST")) return;
    const known = first.get(key);
    invariant(
      known === undefined || known === text,
      `${name} was answered differently under the same key:\n${known}\n${text}`,
    );
    first.set(key, text);
  }

  function once(request: Request, key: Uuid): Promise<CallResponse | undefined> {
    return new Promise(resolve => {
      clock.after(timeoutMs, () => resolve(undefined));
      carry(request, key, resolve);
      if (befalls(request.name, "sent twice", doubled)) carry(request, key, resolve);
    });
  }

  return {
    async ask(request, key = chance.uuid()) {
      for (const fault of callFaults) coverage.expect(faultOf(request.name, fault));
      for (let tries = 0; tries < mostTries; tries++) {
        const answer = await once(request, key);
        if (answer && answer.status !== 503) return answer;
        await new Promise<void>(resolve => clock.after(500 + chance.below(1_000), resolve));
      }
      return undefined;
    },
  };
}
