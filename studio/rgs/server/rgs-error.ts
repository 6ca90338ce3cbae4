/** Everything that a casino or a frame can be refused for: code, HTTP status. */
export const rgsErrors = {
  malformed: 400,
  bad_signature: 401,
  session_ended: 401,
  launch_used: 409,
  launch_expired: 409,
  unknown_game: 404,
  unknown_round: 404,
  unknown_player: 404,
  not_found: 404,
  origin_not_registered: 422,
  wrong_currency: 422,
  wrong_mode: 422,
  stake_out_of_limits: 422,
  client_seed_required: 409,
  round_open: 409,
  request_in_progress: 409,
  round_void: 409,
  too_fast: 429,
  too_many_requests: 429,
  autoplay_off: 422,
  buy_off: 422,
  insufficient_funds: 422,
  player_blocked: 422,
  limit_reached: 422,
  reality_check: 422,
  game_disabled: 422,
  win_cap: 422,
  session_replaced: 409,
  free_rounds_over: 409,
  grant_conflict: 409,
  casino_unavailable: 503,
  bet_refused: 422,
  betting_closed: 409,
  bet_unknown: 422,
  seat_taken: 409,
  seat_required: 409,
  seat_in_play: 409,
  too_many_seats: 422,
  hand_required: 409,
  out_of_turn: 409,
  move_not_allowed: 422,
  stake_unconfirmed: 409,
  chat_off: 422,
  chat_muted: 422,
  chat_text: 422,
  chat_link: 422,
  chat_repeated: 429,
  chat_too_fast: 429,
  internal: 500,
} as const;

export type RgsCode = keyof typeof rgsErrors;

export class RgsError extends Error {
  override readonly name = "RgsError";
  readonly code: RgsCode;
  /** The round it is about, when there is one. */
  readonly round: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: RgsCode, round?: string, data?: Readonly<Record<string, unknown>>) {
    super(code);
    this.code = code;
    this.round = round;
    this.data = data;
  }

  get status(): number {
    return rgsErrors[this.code];
  }
}
