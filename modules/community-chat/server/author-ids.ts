import { createHmac } from "node:crypto";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Stands for an author in a room: the same for all messages of a day, so that hidden players can be distinguished, and followed no longer than that. */
export function createAuthorIds({ config }: Pick<Host, "config">): (player: PlayerId, at: Date) => string {
  return (player, at) =>
    createHmac("sha256", `community chat ${config.SECRET_KEY}`)
      .update(`${player} ${at.toISOString().slice(0, 10)}`)
      .digest("hex")
      .slice(0, 16);
}
