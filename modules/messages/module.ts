import { manifest } from "#kit/contract/manifest.ts";

export default manifest({ name: "messages", folder: "messages", tier: 1, needs: [], office: ["operators"] });
