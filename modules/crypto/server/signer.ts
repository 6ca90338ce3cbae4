import { keccak256, parseTransaction } from "viem/utils";
import * as z from "zod/mini";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { signedHeaders } from "#kit/http/signature.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { CoinName, Units } from "../shared/coins.ts";
import type { Fee } from "./chain.ts";
import type { Signature } from "./order-store.ts";
import type { ChainSettings } from "./settings.ts";

/** From a player's address, by its number, to the hot wallet. */
export interface SignerSweep extends Omit<SignerOrder, "to"> {
  readonly source: number;
}

export interface SignerOrder {
  readonly id: Uuid;
  readonly coin: CoinName;
  readonly to: string;
  readonly units: Units;
  readonly gas: bigint;
  /** Mined transactions of the wallet. */
  readonly mined: bigint;
  readonly fee: Fee;
}

/** Client of the process that holds the keys. Throws Failure `unavailable` when it does not answer or refuses to sign. */
export interface Signer {
  /** The same id is signed once; every repeat returns what was signed. */
  sign(order: SignerOrder): Promise<Signature>;
  /** Signs a sweep; like `sign`, once for each id. */
  sweep(order: SignerSweep): Promise<Signature>;
  /** Signs the order again under its own nonce with higher fees. */
  replace(order: Pick<SignerOrder, "id" | "coin" | "to" | "units">, fee: Fee): Promise<Signature>;
}

const answerSchema = z.object({
  id: z.string(),
  nonce: z.int(),
  hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  raw: z.string().check(z.regex(/^0x[0-9a-f]{2,4000}$/)),
  max_fee: z.string().check(z.regex(/^\d{1,78}$/)),
});

export function httpSigner(
  host: Host,
  settings: ChainSettings & { readonly signer: { url: string; secret: string } },
): Signer {
  const { url, secret } = settings.signer;
  const hotWallet = required(settings.hotWallet, "a signer has a wallet");

  async function post(path: string, message: object): Promise<z.output<typeof answerSchema>> {
    const body = JSON.stringify(message);
    try {
      const headers = signedHeaders(secret, body, host.clock.now());
      const init = { method: "POST", headers, body, redirect: "error" as const, signal: AbortSignal.timeout(8_000) };
      const response = await fetch(`${url}${path}`, init);
      if (!response.ok)
        throw new Error(`the signer answered ${response.status} ${(await response.text()).slice(0, 200)}`);
      return z.parse(answerSchema, await response.json());
    } catch (error) {
      host.log.warn({ err: error, path }, "the signer did not sign");
      throw new Failure(unavailable, { retryAfter: 30 });
    }
  }

  /** Verifies that the signed transaction is the one ordered, on this chain; anything else is never sent. */
  function checked(
    order: Pick<SignerOrder, "coin" | "to" | "units">,
    answer: z.output<typeof answerSchema>,
  ): Signature {
    const { hash, raw, nonce, max_fee } = answer;
    const signed = parseTransaction(raw as `0x${string}`);
    const words = `0xa9059cbb${order.to.slice(2).padStart(64, "0")}${order.units.toString(16).padStart(64, "0")}`;
    const right =
      order.coin === "eth"
        ? signed.to === order.to && signed.value === order.units && !signed.data
        : signed.to === settings.usdt && signed.data === words && !signed.value;
    if (
      right &&
      signed.chainId === settings.chainId &&
      (signed.nonce ?? 0) === nonce &&
      keccak256(raw as `0x${string}`) === hash
    )
      return { nonce, hash, raw, maxFee: BigInt(max_fee) };
    host.log.error({ hash }, "the signer signed something that was not ordered");
    throw new Failure(unavailable, { retryAfter: 600 });
  }

  const words = ({ maxFee, maxPriority }: Fee) => ({ max_fee: `${maxFee}`, max_priority: `${maxPriority}` });
  return {
    async sign(order) {
      const { id, coin, to, units, gas, mined } = order;
      const message = { id, coin, to, units: `${units}`, gas: `${gas}`, mined: Number(mined), ...words(order.fee) };
      return checked(order, await post("/orders", message));
    },
    async sweep({ id, coin, units, source, gas, mined, fee }) {
      const message = { id, coin, units: `${units}`, source, gas: `${gas}`, mined: Number(mined), ...words(fee) };
      return checked({ coin, to: hotWallet, units }, await post("/sweeps", message));
    },
    replace: async (order, fee) => checked(order, await post("/orders/replace", { id: order.id, ...words(fee) })),
  };
}
