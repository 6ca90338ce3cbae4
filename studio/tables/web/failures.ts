import type { TextKey } from "./texts.ts";

/** What each refusal says, and what the page may offer for it. */
export const failureTexts: Readonly<Record<string, { readonly text: TextKey; readonly open?: "deposit" | "limits" }>> =
  {
    session_ended: { text: "errSession" },
    session_replaced: { text: "errReplaced" },
    insufficient_funds: { text: "errFunds", open: "deposit" },
    limit_reached: { text: "errLimit", open: "limits" },
    player_blocked: { text: "errBlocked", open: "limits" },
    reality_check: { text: "errReality" },
    round_void: { text: "errVoid" },
    betting_closed: { text: "errClosed" },
    bet_unknown: { text: "errStake" },
    stake_out_of_limits: { text: "errStake" },
    win_cap: { text: "errStake" },
    too_fast: { text: "errFast" },
    too_many_requests: { text: "errFast" },
    game_disabled: { text: "errGame" },
    wrong_mode: { text: "errDemoSeat" },
    seat_taken: { text: "errSeatTaken" },
    seat_required: { text: "errSeat" },
    seat_in_play: { text: "errSeatInPlay" },
    too_many_seats: { text: "errSeats" },
    hand_required: { text: "errHand" },
    out_of_turn: { text: "errTurn" },
    move_not_allowed: { text: "errTurn" },
    stake_unconfirmed: { text: "errExtra" },
    request_in_progress: { text: "errFast" },
    casino_unavailable: { text: "errCasino" },
    offline: { text: "errOffline" },
    internal: { text: "errInternal" },
  };
