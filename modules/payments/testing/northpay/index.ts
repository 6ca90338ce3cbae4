import type { Host } from "#kit/host/host.ts";
import type { PaymentProvider } from "../../server/provider.ts";
import { northpayClient } from "./client.ts";
import { northpayToken } from "./server.ts";
import { readCallback } from "./webhook.ts";

/** A whole provider that shares neither fields nor signature scheme with the sandbox. */
export function northpay(
  host: Pick<Host, "clock">,
  { address, publicKey }: { readonly address: string; readonly publicKey: string },
): PaymentProvider {
  return {
    ...northpayClient(address, northpayToken),
    receive: (call, receivedMs = host.clock.now()) => readCallback(publicKey, call, receivedMs),
  };
}
