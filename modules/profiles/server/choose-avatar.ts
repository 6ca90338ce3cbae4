import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Names } from "#modules/accounts/server/index.ts";
import type { DrawnAvatar } from "../shared/drawn-avatars.ts";
import { replaceAvatars } from "./store.ts";

export interface AvatarNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "random">;
  readonly names: Names;
}

/** Shows a drawn picture, or the seal; withdraws the player's uploads. */
export async function chooseAvatar(
  { host, names }: AvatarNeeds,
  player: PlayerId,
  avatar: DrawnAvatar | null,
): Promise<void> {
  await host.db.tx(async tx => {
    required(await names.lock(tx, player), "a session of a player who does not exist");
    await replaceAvatars(tx, player, ["in_review", "approved"], new Date(host.clock.now()));
    await names.setAvatar(tx, player, avatar);
  });
}
