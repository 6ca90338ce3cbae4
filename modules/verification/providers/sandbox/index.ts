import type { Host } from "#kit/host/host.ts";
import type { CheckProvider } from "../../server/provider.ts";
import { sandboxClient } from "./client.ts";
import { readWebhook } from "./webhook.ts";

/** At KYC_URL; KYC_SECRET signs both directions. */
export function sandboxChecks(host: Host): CheckProvider | undefined {
  const { KYC_URL: address, KYC_SECRET: secret } = host.config;
  if (address === undefined || secret === undefined) return undefined;
  return {
    ...sandboxClient(host, { address, secret }),
    receive: call => readWebhook(secret, call, host.clock.now()),
  };
}
