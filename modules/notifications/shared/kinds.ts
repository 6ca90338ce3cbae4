/** The kinds of inbox entries. The texts of each are in `locale/*.json` under `kinds`. */
export const entryKinds = [
  "new_device",
  "deposit_credited",
  "payout_requested",
  "payout_paid",
  "payout_question",
  "payout_declined",
  "refund_started",
  "refund_paid",
  "refund_declined",
  "round_voided",
  "limits_changed",
  "operator_limit_set",
  "operator_limit_loosened",
  "break_began",
  "password_changed",
  "contact_changed",
  "totp_on",
  "totp_off",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_renewed",
  "name_rejected",
  "avatar_approved",
  "avatar_rejected",
  "cashed_out_by_rule",
  "tournament_prize",
  "tournament_disqualified",
  "tournament_prize_cut",
  "tournament_answer",
  "play_figures",
  "play_warning",
  "play_message",
  "bonus_offer",
  "bonus_review",
  "service_message",
  "marketing_message",
] as const;

/** Kinds that are hidden during a break: they take a consent to be sent. */
export const offerKinds: readonly EntryKind[] = ["bonus_offer", "marketing_message"];

/** What somebody with a stolen session would remove first: these stay for `securityStayDays`. */
export const securityKinds: readonly EntryKind[] = [
  "new_device",
  "payout_requested",
  "limits_changed",
  "password_changed",
  "contact_changed",
  "totp_on",
  "totp_off",
  "passkey_added",
  "passkey_removed",
  "recovery_codes_renewed",
];
export const securityStayDays = 30;

export type EntryKind = (typeof entryKinds)[number];
