import { toHex } from "#kit/std/bytes.ts";

/**
 * Identifies the picture beside a player's name and is its path under `/avatars/`: a word for a drawn one, `u` and eleven characters for an
 * upload, ten hexadecimal digits for a seal.
 */
export const avatarKeyPattern = /^([a-z]{3,8}|u[A-Za-z0-9_-]{11}|[0-9a-f]{10})$/;

/** Five bytes determine how a seal is drawn. */
const sealDigits = 10;

/** The public key of the picture. */
export function avatarKeyOf(player: { readonly avatar: string | null; readonly publicId: Uint8Array }): string {
  return player.avatar ?? toHex(player.publicId).slice(0, sealDigits);
}
