import type { Clock } from "#kit/host/host.ts";
import { keepConnected } from "../keep-connected.ts";
import type { OddsProvider } from "../provider.ts";
import { createCalls } from "./calls.ts";
import { EventBook } from "./event-book.ts";
import { createFrameKey } from "./frames.ts";
import { largestDocument } from "./parse-xml.ts";
import { quote } from "./quote.ts";
import { readNames } from "./read-fixture.ts";
import { producerIds } from "./read-message.ts";
import { requestQueue, UofStream } from "./uof-stream.ts";

export interface UofProviderOptions {
  /** ODDS_URL: the root of the calls; the feed is at `/stream`. */
  readonly url: string;
  /** ODDS_TOKEN */
  readonly token?: string | undefined;
  readonly secretKey: string;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
}

/** The Unified Odds Feed: XML over a WebSocket relay of its queue, recovery, fixtures and combined prices by HTTP. */
export function createUofProvider(options: UofProviderOptions): OddsProvider {
  const { clock, token, secretKey, fetch = globalThis.fetch } = options;
  const url = options.url.replace(/\/$/, "");
  const calls = createCalls({ url, token, fetch });
  const key = createFrameKey(secretKey);
  const book = new EventBook();
  const streams = new Map<string, UofStream>();
  const queue = requestQueue();

  return {
    name: "uof",
    producers: ["pre", "live"],
    // The feed sends a heartbeat every ten seconds.
    limits: { downAfterMs: 20_000, gapMs: 2_000 },
    connect(producer, sink) {
      const stream = new UofStream({ producer, sink, clock, calls, key, book, queue });
      streams.set(producer, stream);
      const connection = keepConnected({
        url: `${url.replace(/^http/, "ws")}/stream?product=${producerIds[producer]}`,
        headers: calls.headers,
        clock,
        largestPayload: 4 * largestDocument,
        onMessage(bytes) {
          // Out of its order: something is missing or was repeated, and only a recovery shows what.
          if (!stream.read(bytes)) connection.drop();
        },
        onDisconnected: reason => sink.disconnected(reason),
      });
      return () => {
        stream.end();
        connection.end();
      };
    },
    async recover(request) {
      await streams.get(request.producer)?.recover(request);
    },
    async describe(language) {
      const schedule = await calls.call(
        `/sports/${encodeURIComponent(language)}/schedules/pre/schedule.xml?start=0&limit=1000`,
      );
      return schedule ? readNames(schedule.root) : new Map();
    },
    quote: (event, legs) => quote({ calls, book, clock }, event, legs),
  };
}
