import { invariantsOf } from "#modules/ledger/server/index.ts";

/**
 * Printed by the audit beside the invariants of the books, and not among those that the server checks: what a provider states about its
 * rounds must not stop the play of everybody.
 */
export const statementInvariants = invariantsOf({
  "I8 what providers have stated is what the books have": `
    SELECT p.slug AS provider, d.player_id, d.kind, d.tx_key, d.ours, d.theirs, d.found_at FROM providers.differences d
    JOIN providers.providers p ON p.id = d.provider_id WHERE d.resolved_at IS NULL ORDER BY d.found_at DESC, d.id`,
});
