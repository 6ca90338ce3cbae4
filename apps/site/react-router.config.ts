import type { Config } from "@react-router/dev/config";

/** Pages are in their modules; this folder only lists them (routes.ts). */
export default {
  appDirectory: ".",
  buildDirectory: "../../dist/site",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
