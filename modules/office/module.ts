import { manifest } from "#kit/contract/manifest.ts";

/** What people of the house see and do in the back office: the rooms' calls, and the books watched while the house runs. */
export default manifest({
  name: "office",
  folder: "office",
  tier: 9,
  needs: [
    ...[
      "audit",
      "operators",
      "approvals",
      "ledger",
      "rates",
      "accounts",
      "limits",
      "verification",
      "support",
      "wallet",
    ],
    ...["statements", "payments", "corrections", "crypto", "vip", "profiles", "wheel"],
  ],
});
