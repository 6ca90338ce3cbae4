import { parseUnits } from "viem";
import { systemClock } from "#kit/host/system.ts";
import { createSigner } from "./app.ts";
import { openWallet } from "./wallet.ts";

/** The signer's process. It reads its settings from the environment (README.md) and logs one line when it is listening. */

const environment = process.env;

function setting(name: string, pattern: RegExp, fallback?: string): string {
  const text = environment[name] ?? fallback ?? "";
  if (pattern.test(text)) return text;
  throw new Error(`${name} is missing or invalid.`);
}

try {
  const folder = setting("SIGNER_FOLDER", /./);
  const amount = /^\d{1,12}(\.\d{1,18})?$/;
  const signer = createSigner({
    clock: systemClock,
    folder,
    wallet: openWallet(folder),
    secret: setting("SIGNER_SECRET", /^.{32,}$/),
    chainId: Number(setting("CHAIN_ID", /^\d+$/)),
    usdt: setting("CHAIN_USDT", /^0x[0-9a-fA-F]{40}$/),
    daily: {
      usdt: parseUnits(setting("SIGNER_DAILY_USDT", amount, "20000"), 6),
      eth: parseUnits(setting("SIGNER_DAILY_ETH", amount, "10"), 18),
    },
    maxFee: parseUnits(setting("SIGNER_MAX_FEE_GWEI", amount, "300"), 9),
  });
  const port = Number(setting("SIGNER_PORT", /^\d+$/));
  await signer.listen({ port, host: "127.0.0.1" });
  process.stdout.write(`${JSON.stringify({ level: "info", msg: `signer is listening on 127.0.0.1:${port}` })}\n`);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => void signer.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
