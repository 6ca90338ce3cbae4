/** Types of files that are taken as an avatar. */
export const uploadTypes = ["image/jpeg", "image/png", "image/webp"] as const;
/** Bytes of such a file. */
export const largestUpload = 8 * 1024 * 1024;
/** Pixels a side that an avatar is kept with: the largest place is 72 wide, on screens of up to three pixels a point. */
export const avatarPixels = 192;
