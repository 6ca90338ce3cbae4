import { manifest } from "#kit/contract/manifest.ts";

/** Texts of the site that operators publish: policies, questions and answers, promo pages, banners, messages and redirects, each with versions. */
export default manifest({
  name: "content",
  folder: "content",
  tier: 4,
  needs: ["accounts", "approvals", "audit", "geo", "limits", "messages", "operators", "redirects"],
});
