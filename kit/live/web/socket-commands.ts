import type { RouteSpec } from "#kit/contract/route.ts";
import type { ClientMessage } from "#kit/contract/socket.ts";
import { pathOf } from "#kit/web/api.ts";

const answerWithinMs = 8_000;

export type SocketAnswer = readonly [status: number, body: unknown, retryAfter: number | undefined];

/** Commands that were sent over the socket and wait for their answers. */
export interface SocketCommands {
  /** Resolves with undefined if no response arrived. */
  ask(route: RouteSpec, given: object, key: string | undefined): Promise<SocketAnswer | undefined>;
  answered(id: number, ...answer: SocketAnswer): void;
  /** The connection is lost, and with it all answers. */
  lost(): void;
}

export function createSocketCommands(send: (message: ClientMessage) => void): SocketCommands {
  const waiting = new Map<number, (answer: SocketAnswer | undefined) => void>();
  let lastId = 0;
  return {
    ask: (route, given, key) =>
      new Promise(resolve => {
        const id = ++lastId;
        const done = (answer: SocketAnswer | undefined) => {
          clearTimeout(timeout);
          waiting.delete(id);
          resolve(answer);
        };
        const timeout = setTimeout(done, answerWithinMs, undefined);
        waiting.set(id, done);
        const { body, query, ...rest } = given as { body?: object; query?: object };
        const input = route.method === "GET" ? query : body;
        const call = `${route.method} ${pathOf(route, rest)}`;
        send({ id, call, ...(key !== undefined && { key }), ...(input && { input }) });
      }),
    answered: (id, ...answer) => waiting.get(id)?.(answer),
    lost() {
      for (const done of [...waiting.values()]) done(undefined);
    },
  };
}
