import type { Host } from "#kit/host/host.ts";
import type { NamedProvider } from "../../server/provider-cascade.ts";
import { sandboxClient } from "./client.ts";
import { readWebhook } from "./webhook.ts";

interface Account {
  readonly name: NamedProvider["name"];
  readonly address: string;
  readonly secret: string;
  /** Read for each message: secrets can be rotated while the server runs. */
  secrets(): readonly (string | undefined)[];
}

/** The accounts at this provider: PAYMENTS_URL, and PAYMENTS_RESERVE_URL if configured. */
export function sandboxProviders(host: Host): readonly NamedProvider[] {
  const { config } = host;
  const first: Account = {
    name: "sandbox",
    address: config.PAYMENTS_URL,
    secret: config.PAYMENTS_SECRET,
    secrets: () => [config.PAYMENTS_SECRET, config.PAYMENTS_SECRET_OLD],
  };
  const { PAYMENTS_RESERVE_URL: address, PAYMENTS_RESERVE_SECRET: secret } = config;
  if (address === undefined || secret === undefined) return [provider(host, first)];
  const reserve: Account = { name: "reserve", address, secret, secrets: () => [config.PAYMENTS_RESERVE_SECRET] };
  return [provider(host, first), provider(host, reserve)];
}

function provider(host: Host, { name, address, secret, secrets }: Account): NamedProvider {
  const client = sandboxClient(host, { address, secret });
  const known = () => secrets().filter(each => each !== undefined);
  const receive: NamedProvider["provider"]["receive"] = (call, receivedMs = host.clock.now()) =>
    readWebhook(known(), call, receivedMs);
  return { name, provider: { ...client, receive } };
}
