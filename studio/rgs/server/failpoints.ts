/** Every point at which a test can end the studio or make it fail. */
export const studioFailpoints = {
  "studio.bet.written": "round, nonce and bet are written, and nothing is sent yet",
  "studio.bet.answered": "the casino has decided about a bet, and nothing is drawn yet",
  "studio.round.drawn": "outcome and win are written, and the win is not sent yet",
  "studio.win.answered": "the casino has decided about a win or a rollback, and nothing is written yet",
} as const;
