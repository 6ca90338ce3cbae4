import { manifest } from "#kit/contract/manifest.ts";

/** Pages of licences, policies and answers to frequent questions. */
export default manifest({ name: "legal", folder: "legal", tier: 10, needs: ["content"] });
