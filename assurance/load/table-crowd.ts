import { WebSocket } from "ws";
import type { RoundFacts } from "#studio/tables/shared/calls.ts";

/** Sockets at live tables, and what came over them. */
export interface TableCrowd {
  /** Milliseconds from the studio's sending of an event to its arrival, since the last call; of all sockets. */
  delays(): Float64Array;
  /** Milliseconds from the close of betting to the arrival of the event that says so, since the last call. */
  closes(): Float64Array;
  /** The newest round of a table, as its first socket received it. */
  round(slug: string): RoundFacts | undefined;
  close(): void;
}

export interface Watched {
  readonly slug: string;
  /** One per socket. */
  readonly sessions: readonly string[];
}

const eventStart = '{"type":"event"';
/** Opened at once. */
const batch = 100;

export async function watchTables(port: number, tables: readonly Watched[]): Promise<TableCrowd> {
  const sockets: WebSocket[] = [];
  const rounds = new Map<string, RoundFacts>();
  let delays: number[] = [];
  let closes: number[] = [];

  function read(slug: string, isFirst: boolean, data: Buffer): void {
    const at = Date.now();
    const text = data.toString();
    if (isFirst) readFirst(slug, text);
    if (!text.startsWith(eventStart)) return;
    delays.push(at - Number(/"now":(\d+)/.exec(text)?.[1]));
    const closesAt = /"phase":"closed".*?"closes_at":(\d+)/.exec(text)?.[1];
    // The close record is another event of the same phase.
    if (closesAt && text.includes('"entries":null')) closes.push(at - Number(closesAt));
  }

  function readFirst(slug: string, text: string): void {
    const message = JSON.parse(text);
    const round = message.type === "snapshot" ? message.round : message.event?.round;
    if (round && typeof round === "object") rounds.set(slug, round);
  }

  function open(slug: string, session: string, isFirst: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/tables/v1/live`, { perMessageDeflate: false });
      sockets.push(socket);
      socket.on("open", () => socket.send(JSON.stringify({ session })));
      socket.on("error", reject);
      socket.on("message", data => {
        resolve();
        read(slug, isFirst, data as Buffer);
      });
    });
  }

  const wanted = tables.flatMap(({ slug, sessions }) =>
    sessions.map((session, index) => ({ slug, session, isFirst: index === 0 })),
  );
  for (let from = 0; from < wanted.length; from += batch)
    await Promise.all(
      wanted.slice(from, from + batch).map(({ slug, session, isFirst }) => open(slug, session, isFirst)),
    );
  return {
    delays() {
      const sorted = Float64Array.from(delays).sort();
      delays = [];
      return sorted;
    },
    closes() {
      const sorted = Float64Array.from(closes).sort();
      closes = [];
      return sorted;
    },
    round: slug => rounds.get(slug),
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}
