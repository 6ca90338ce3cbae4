import { errorCode } from "#kit/contract/error-code.ts";

export const tournamentOver = errorCode("tournament_over", {
  status: 409,
  when: "joining a tournament that has ended or was canceled",
});
export const tournamentOnBreak = errorCode("tournament_on_break", {
  status: 403,
  when: "joining a tournament during a break or an exclusion",
});
export const tournamentClosed = errorCode("tournament_closed", {
  status: 409,
  when: "an operator changes a tournament whose state or times do not allow it; `data.state` is its state",
});
export const raceClosed = errorCode("race_closed", {
  status: 409,
  when: "an operator starts a race that is not a draft, or stops one that is not running; `data.state` is its state",
});
export const disputeClosed = errorCode("dispute_closed", {
  status: 409,
  when: "a player disputes ranks that are not under review",
});
export const disputeRepeated = errorCode("dispute_repeated", {
  status: 409,
  when: "a player disputes the ranks of a tournament a second time",
});
export const disputeAnswered = errorCode("dispute_answered", {
  status: 409,
  when: "an operator answers a dispute that has already been answered",
});
export const tournamentErrors = [
  tournamentOver,
  tournamentOnBreak,
  tournamentClosed,
  raceClosed,
  disputeClosed,
  disputeRepeated,
  disputeAnswered,
];
