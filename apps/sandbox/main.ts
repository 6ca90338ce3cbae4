import { createHash } from "node:crypto";
import { join } from "node:path";
import { systemClock } from "#kit/host/system.ts";
import { createSandbox } from "./app.ts";
import { openChain } from "./chain/chain.ts";

const environment = process.env;
const port = Number(environment.SANDBOX_PORT ?? 3100);
const smtpPort = Number(environment.SANDBOX_SMTP_PORT ?? port + 1);
const secret = environment.PAYMENTS_SECRET ?? "";
const smsToken = environment.SMS_TOKEN ?? "";
const isPort = (number: number) => Number.isInteger(number) && number >= 0 && number <= 65535;
if (!isPort(port) || !isPort(smtpPort) || secret.length < 32 || smsToken.length < 16) {
  console.error(
    "The sandbox needs SANDBOX_PORT and SANDBOX_SMTP_PORT (ports), and PAYMENTS_SECRET (32 characters or more) and SMS_TOKEN (16 or more), the same values as the server.",
  );
  process.exit(1);
}

const dataFolder = join(environment.DATA_DIR ?? "data", "sandbox");
const sandbox = createSandbox({
  clock: systemClock,
  dataFolder,
  openChain: () =>
    openChain({ stateFile: join(dataFolder, "chain.json"), clock: systemClock, mining: true }).catch((error: Error) => {
      // Everything else continues: the site offers no coins then.
      console.error(JSON.stringify({ level: "error", msg: `no chain: ${error.message}` }));
      return undefined;
    }),
  paymentsSecret: secret,
  webhookAddress: `${environment.HOUSE_URL ?? "http://127.0.0.1:3001"}/api/v1/billing/webhooks/sandbox`,
  publicUrl: environment.SANDBOX_URL ?? `http://localhost:${port}`,
  openid: {
    secret: environment.OPENID_SECRET ?? secret,
    redirectAddress: `${environment.HOUSE_API_URL ?? "http://api.fairhouse.localhost:3000"}/auth/social/callback`,
  },
  beaconSeed: createHash("sha256")
    .update(environment.BEACON_SEED ?? secret)
    .digest(),
  smsToken,
  smtpPort,
  ...(environment.SANDBOX_SCANNER_PORT && { scannerPort: Number(environment.SANDBOX_SCANNER_PORT) }),
  ...(environment.HOUSE_MAIL_PORT && { replyPort: Number(environment.HOUSE_MAIL_PORT) }),
  ...(environment.RESERVE_SECRET && {
    reserve: {
      secret: environment.RESERVE_SECRET,
      webhookAddress: `${environment.HOUSE_URL ?? "http://127.0.0.1:3001"}/api/v1/billing/webhooks/reserve`,
    },
  }),
  ...(environment.KYC_SECRET && {
    kyc: {
      secret: environment.KYC_SECRET,
      address: `${environment.HOUSE_URL ?? "http://127.0.0.1:3001"}/api/v1/verification/webhooks/sandbox`,
    },
  }),
});
await sandbox.listen({ port, host: "127.0.0.1" });
console.log(JSON.stringify({ level: "info", msg: `sandbox is listening on http://localhost:${port}` }));

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
