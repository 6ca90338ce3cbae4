/** Every point at which a test can end the studio or make it fail. */
export const tableFailpoints = {
  "table.round.opened": "a round is open and not published yet",
  "table.bet.written": "a bet is written, and nothing is sent yet",
  "table.bet.answered": "the casino has decided about a bet, and nothing is written yet",
  "table.round.frozen": "the bets are fixed, and their hash is not public yet",
  "table.round.dealt": "result and wins are written, and nothing is sent yet",
  "table.round.settled": "the result is shown, and wins are on their way",
  "table.round.voided": "the bets of a void round are to be returned, and nothing is sent yet",
  "table.win.answered": "the casino has decided about a win or a rollback, and nothing is written yet",
} as const;

/** Failpoints of a table at which players decide. */
export const turnFailpoints = {
  "table.hand.dealt": "the first cards are written, and nobody has decided",
  "table.move.written": "the stake of a move is written, and nothing is sent yet",
  "table.move.answered": "the casino has decided about the stake of a move, and nothing is written yet",
  "table.move.made": "a move is written, and not published yet",
  "table.turn.expired": "a turn has ended by the clock, and is not published yet",
} as const;
