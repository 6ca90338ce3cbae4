import { fail } from "#kit/contract/error-code.ts";
import { unavailable, validationFailed } from "#kit/contract/errors.ts";
import { type ImageRefusal, ImageRefused, type ImageRules, reEncodeImage } from "#kit/images/re-encode-image.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { avatarPixels, largestUpload, uploadTypes } from "../shared/upload-rules.ts";
import type { AvatarNeeds } from "./choose-avatar.ts";
import { insertAvatar, replaceAvatars } from "./store.ts";

/**
 * Submits a re-encoded picture for review and withdraws an upload that is in review; the current avatar stays visible.
 * Fails with `validation_failed` at `content`, `unavailable`.
 */
export async function uploadAvatar(
  { host, names }: AvatarNeeds,
  player: PlayerId,
  given: { readonly type: string; readonly content: string },
): Promise<void> {
  const content = await readPicture(given.type, given.content);
  const key = `u${Buffer.from(host.random.bytes(8)).toString("base64url")}`;
  await host.db.tx(async tx => {
    required(await names.lock(tx, player), "a session of a player who does not exist");
    const now = new Date(host.clock.now());
    await replaceAvatars(tx, player, ["in_review"], now);
    await insertAvatar(tx, { id: host.ids.next(), player, key, content, now });
  });
}

const refuse = (key: string): never => fail(validationFailed, { errors: { content: [key] } });

/** Larger pictures than phones take are rejected before they are decoded. */
const pictureRules: ImageRules = {
  types: uploadTypes,
  output: "image/webp",
  mostPixelsPerSide: 10_000,
  mostPixels: 50_000_000,
  fitInto: avatarPixels,
  isSquare: true,
};

const refusals: Readonly<Record<Exclude<ImageRefusal, "busy">, string>> = {
  type: "avatar_type",
  size: "avatar_pixels",
  animated: "avatar_animated",
  broken: "avatar_broken",
};

async function readPicture(claimedType: string, content: string): Promise<Uint8Array> {
  const bytes = Buffer.from(content, "base64");
  if (bytes.toString("base64").replace(/=+$/, "") !== content.replace(/=+$/, "")) return refuse("avatar_broken");
  if (bytes.length > largestUpload) return refuse("avatar_too_large");
  try {
    return (await reEncodeImage(bytes, { ...pictureRules, claimedType })).bytes;
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    return error.reason === "busy" ? fail(unavailable, { retryAfter: 5 }) : refuse(refusals[error.reason]);
  }
}
