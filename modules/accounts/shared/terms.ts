/**
 * Version of the user agreement and the privacy policy, by the day they came into force. A material change of either is a new
 * version here: every player is asked to agree before he stakes or pays in again.
 */
export const termsVersion = "2026-11-01";
