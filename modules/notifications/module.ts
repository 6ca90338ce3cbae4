import { manifest } from "#kit/contract/manifest.ts";

/** Notices to players about their accounts: inbox, mails, and the phrase in every mail. */
export default manifest({
  name: "notifications",
  folder: "notifications",
  tier: 8,
  needs: ["accounts", "conditions", "messages", "factors", "limits", "payments", "profiles", "providers"],
  office: ["audit", "operators"],
});
