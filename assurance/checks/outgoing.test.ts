import { dirname } from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "#kit/host/config.ts";
import { isTest } from "./layers.ts";
import { readSources } from "./source.ts";

/**
 * Every server file that calls an external service, and the setting with its address; null: the address is in the row of a provider,
 * which an operator connects in the back office, or in that of a node of the cluster.
 * Input of a call is used as an address by the guarded request alone.
 */
const callers = {
  "kit/cluster/ask-node.ts": null,
  "kit/host/trace-exporter.ts": "OTEL_EXPORTER_OTLP_ENDPOINT",
  "kit/http/beacon-client.ts": "BEACON_URL",
  "kit/http/certificate.ts": null,
  "kit/http/guarded-request.ts": null,
  "kit/http/outgoing-call.ts": null,
  "modules/captcha/providers/siteverify/index.ts": "CAPTCHA_VERIFY_URL",
  "modules/crypto/server/chain.ts": "CHAIN_RPC_URL",
  "modules/crypto/server/signer.ts": "SIGNER_URL",
  "modules/geo/server/country-list.ts": "GEO_LIST_URL",
  "modules/messages/providers/sandbox/index.ts": "SMS_URL",
  "modules/messages/server/carriers.ts": "SMTP_URL",
  "modules/notifications/server/push/index.ts": "PUSH_SERVICES",
  "modules/odds/providers/keep-connected.ts": "ODDS_URL",
  "modules/odds/providers/sandbox/index.ts": "ODDS_URL",
  "modules/odds/providers/uof/calls.ts": "ODDS_URL",
  "modules/odds/providers/uof/index.ts": "ODDS_URL",
  "modules/payments/providers/sandbox/client.ts": "PAYMENTS_URL",
  "modules/providers/server/http-transport.ts": null,
  "modules/providers/server/read-picture.ts": null,
  "modules/rates/server/index.ts": "RATES_URL",
  "modules/social/providers/openid-connect/index.ts": "SOCIAL_PROVIDERS",
  "modules/support/providers/clamd/index.ts": "SCANNER_URL",
  "modules/verification/providers/sandbox/client.ts": "KYC_URL",
};

/** Functions that open a connection, directly or in a library. */
const calling =
  /(?<![.\w])fetch\(|\bcallServer\(|globalThis\.fetch|\b(https?|net|tls)\.(request|get|connect|createConnection)\(|new WebSocket\(|createTransport\(|create(Public|Wallet)Client\(|from "(openid-client|undici)"|import .*\b(request|connect|createConnection)\b.* from "node:/;

const productSources = readSources().filter(
  ({ path }) => /^(kit|modules|apps\/(server|signer))\//.test(path) && !/\/(web|office)\//.test(path) && !isTest(path),
);

test("the server makes outgoing calls from a few files only, each to a configured address", () => {
  expect(productSources.filter(({ text }) => calling.test(text)).map(({ path }) => path)).toEqual(Object.keys(callers));
  const settings = Object.keys(configSchema.shape);
  for (const [path, setting] of Object.entries(callers)) {
    if (setting === null) continue;
    expect(settings).toContain(setting);
    const beside = productSources.filter(each => each.path.startsWith(`${dirname(path)}/`));
    expect(
      beside.some(({ text }) => text.includes(setting)),
      `${path} reads ${setting}`,
    ).toBe(true);
  }
});
