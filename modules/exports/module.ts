import { manifest } from "#kit/contract/manifest.ts";

/** Files of lists of the back office: ordered with a reason, sealed, fetched once by who ordered them. */
export default manifest({ name: "exports", folder: "exports", tier: 3, needs: ["accounts", "audit", "operators"] });
