/** Status of an identity check. */
export const verificationStatuses = [
  "init",
  "waiting",
  "user_pending",
  "pending",
  "failed",
  "unverified",
  "success",
  "verified",
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** The displayed status. */
export type ShownStatus = "pending" | "failed" | "success";

const shown: Readonly<Record<VerificationStatus, ShownStatus>> = {
  init: "pending",
  waiting: "pending",
  user_pending: "pending",
  pending: "pending",
  failed: "failed",
  unverified: "failed",
  success: "success",
  verified: "success",
};

/** Maps a status to one of the three displayed ones. */
export function shownStatus(status: VerificationStatus): ShownStatus {
  return shown[status];
}

export const decisions = ["approved", "declined", "more"] as const;
export type Decision = (typeof decisions)[number];

/** The decision that gave a case its status; null while none has. */
export function decisionOf(status: VerificationStatus): Decision | null {
  if (status === "success" || status === "verified") return "approved";
  if (status === "failed" || status === "unverified") return "declined";
  return status === "user_pending" ? "more" : null;
}

/** Whether documents may be submitted now: before the first check, after a refusal, and when more is required. */
export function takesDocuments(status: VerificationStatus): boolean {
  return status === "init" || status === "user_pending" || status === "failed" || status === "unverified";
}

/** Whether the check waits for a decision. */
export function isOpenCase(status: VerificationStatus): boolean {
  return status === "waiting" || status === "pending";
}
