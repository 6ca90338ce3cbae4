/**
 * Version of the user agreement and the privacy policy, by the day they came into force. A material change of either needs a new version
 * here: every player must accept it before the next stake or deposit.
 */
export const termsVersion = "2026-11-01";
