import * as z from "zod/mini";
import type { Clock } from "#kit/host/host.ts";
import type { PeerLink } from "#kit/host/server-module.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { type LiveBetRow, liveBetRow } from "../shared/contract.ts";
import { createBatch } from "./batch.ts";

/** The rows a page can show; older ones are dropped, as are rows that come faster than people can read. */
const feedSize = 30;

/** The latest settled bets of one game, for its channel. */
export interface Feed {
  /** Adds a committed, settled bet. */
  add(bet: Bet): void;
  /** Newest first, with the current public profiles: a player who has become hidden is hidden in earlier bets too. */
  recent(): Promise<LiveBetRow[]>;
  /** What nodes send each other: each merges the rows of all. */
  readonly peers: PeerLink;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly rowOf: (bet: Bet) => Promise<LiveBetRow>;
  readonly identityOf: (player: PlayerId) => Promise<LiveBetRow["player"]>;
}

/** A row of another node, with its player, whose public profile is read again. */
const peerRows = z.array(z.object({ of: z.string(), row: liveBetRow })).check(z.maxLength(feedSize));

/** Holds the latest rows and publishes new ones, newest first, at most four times a second. Only bets that are published become rows. */
export function createFeed({ clock, log, rowOf, identityOf }: Needs, send: (rows: LiveBetRow[]) => void): Feed {
  let recent: (() => Promise<LiveBetRow>)[] = [];
  let sendToPeers: Parameters<PeerLink["attach"]>[0] | undefined;
  const batch = createBatch<LiveBetRow>(clock, rows => send(rows.slice(-feedSize).reverse()));
  const outgoing = createBatch<z.output<typeof peerRows>[number]>(clock, rows =>
    // A row may have an optional field, which JSON leaves out.
    sendToPeers?.(rows.slice(-feedSize) as unknown as Json),
  );

  function remember(row: () => Promise<LiveBetRow>): void {
    recent = [row, ...recent.slice(0, feedSize - 1)];
  }

  async function show(bet: Bet): Promise<void> {
    const row = await rowOf(bet);
    batch.add(row);
    if (sendToPeers) outgoing.add({ of: bet.player, row });
  }

  return {
    add(bet) {
      remember(() => rowOf(bet));
      show(bet).catch((error: unknown) => log.warn({ err: error }, "failed to add a bet to the feed"));
    },
    recent: () => Promise.all(recent.map(row => row())),
    peers: {
      attach(sender) {
        sendToPeers = sender;
      },
      receive(message) {
        for (const { of, row } of z.parse(peerRows, message)) {
          remember(async () => ({ ...row, player: await identityOf(of as PlayerId) }));
          batch.add(row);
        }
      },
    },
  };
}
