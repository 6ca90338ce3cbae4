/** The kinds of inbox entries. The texts of each are in `locale/*.json` under `kinds`. */
export const entryKinds = [
  "new_device",
  "payout_requested",
  "payout_paid",
  "payout_declined",
  "limits_changed",
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
  "tournament_answer",
  "play_figures",
  "play_warning",
  "play_message",
  "bonus_offer",
] as const;

export type EntryKind = (typeof entryKinds)[number];
