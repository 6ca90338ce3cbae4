import { manifest } from "#kit/contract/manifest.ts";

/** What players are told about their accounts: the inbox, the mails beside it, and the phrase in every mail. */
export default manifest({
  name: "notifications",
  folder: "notifications",
  tier: 8,
  needs: ["accounts", "messages", "factors", "limits", "payments", "profiles"],
});
