/** How well the house knows a person: 0 not at all, 1 name and birth date, 2 a document and a photo, 3 the address too. */
export const verificationLevels = [0, 1, 2, 3] as const;
export type VerificationLevel = (typeof verificationLevels)[number];
