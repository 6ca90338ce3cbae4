/** Accepted types of avatar files. */
export const uploadTypes = ["image/jpeg", "image/png", "image/webp"] as const;
/** Maximum bytes of such a file. */
export const largestUpload = 8 * 1024 * 1024;
/** Pixels per side of a stored avatar: the largest display size is 72, on screens of up to three pixels a point. */
export const avatarPixels = 192;
