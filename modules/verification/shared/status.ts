/** Where the check of a person stands. */
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

/** What is shown of it. */
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

/** The one of three words that people are shown for a status. */
export function shownStatus(status: VerificationStatus): ShownStatus {
  return shown[status];
}

/** Whether documents may be given now: before the first check, after a refusal, and when more is asked for. */
export function takesDocuments(status: VerificationStatus): boolean {
  return status === "init" || status === "user_pending" || status === "failed" || status === "unverified";
}
