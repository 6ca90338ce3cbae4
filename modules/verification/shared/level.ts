/** Verification levels: 0 none, 1 name and birth date, 2 a document and a photo, 3 the address too. */
export const verificationLevels = [0, 1, 2, 3] as const;
export type VerificationLevel = (typeof verificationLevels)[number];
