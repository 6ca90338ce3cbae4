import Fastify, { type FastifyInstance } from "fastify";
import { encodeFunctionData, erc20Abi, type Hex, keccak256 } from "viem";
import * as z from "zod/mini";
import type { Clock } from "#kit/host/host.ts";
import { isFromFairhouse } from "#kit/http/signature.ts";
import { type Entry, openJournal, type Signed } from "./journal.ts";
import type { Wallet } from "./wallet.ts";

export interface SignerOptions {
  readonly clock: Pick<Clock, "now">;
  /** Where the journal is. */
  readonly folder: string;
  readonly wallet: Wallet;
  /** Signs the server's requests. */
  readonly secret: string;
  readonly chainId: number;
  /** The only token contract it signs for. */
  readonly usdt: string;
  /** The maximum signed in one day (UTC), in smallest units. */
  readonly daily: Readonly<Record<Entry["coin"], bigint>>;
  /** The maximum gas price, in wei. */
  readonly maxFee: bigint;
}

const whole = z.string().check(z.regex(/^(0|[1-9][0-9]{0,77})$/));
const fees = { max_fee: whole, max_priority: whole };
const orderSchema = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  coin: z.enum(["usdt", "eth"]),
  to: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  units: z.string().check(z.regex(/^[1-9][0-9]{0,77}$/)),
  gas: z.string().check(z.regex(/^[1-9][0-9]{4,5}$/)),
  /** Transactions of the wallet that the chain has mined: a nonce below it is used up. */
  mined: z.int().check(z.gte(0)),
  ...fees,
});
/** Highest number of an address: what BIP-32 has without hardening. */
const mostAddresses = 2 ** 31;
const { to: _always, ...ofSweeps } = orderSchema.shape;
const sweepSchema = z.strictObject({ ...ofSweeps, source: z.int().check(z.gte(0), z.lt(mostAddresses)) });
const replaceSchema = z.strictObject({ id: orderSchema.shape.id, ...fees });
type Order = z.output<typeof orderSchema>;

/** Returned with a status; nothing was signed. */
class Refusal extends Error {
  readonly status: number;
  constructor(code: string, status = 409) {
    super(code);
    this.status = status;
  }
}

/** Gas limits beyond this are no transfer. */
const mostGas = 200_000n;

/**
 * The signer: accepts orders from the server only, signs transfers of two coins only, within a daily limit
 * for external addresses, and each order under one nonce only. Coins at players' addresses go to the hot wallet only. It has no chain and no player data; every signature is written to disk first.
 */
export function createSigner(options: SignerOptions): FastifyInstance {
  const { clock, wallet, secret, chainId } = options;
  const journal = openJournal(options.folder);
  const app = Fastify({ bodyLimit: 4096 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("onClose", async () => journal.close());
  app.addHook("preHandler", async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    if (!isFromFairhouse(secret, request.headers, body, clock.now()))
      await reply.code(401).send({ error: "invalid signature" });
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send({ error: error.message });
    return reply.code(500).send({ error: "internal" });
  });

  async function sign(
    order: Pick<Entry, "coin" | "to" | "units" | "nonce" | "gas" | "source">,
    fee: z.output<typeof replaceSchema>,
  ) {
    const { coin, units } = order;
    const to = order.to as Hex;
    const what =
      coin === "eth"
        ? { to, value: BigInt(units) }
        : {
            to: options.usdt as Hex,
            data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, BigInt(units)] }),
          };
    const account = order.source === undefined ? wallet.hot : wallet.player(order.source);
    const raw = await account.signTransaction({
      type: "eip1559" as const,
      chainId,
      nonce: order.nonce,
      gas: BigInt(order.gas),
      ...what,
      maxFeePerGas: BigInt(fee.max_fee),
      maxPriorityFeePerGas: BigInt(fee.max_priority),
    });
    return { hash: keccak256(raw), raw, maxFee: fee.max_fee, maxPriority: fee.max_priority } satisfies Signed;
  }

  function checkFee({ max_fee, max_priority }: { max_fee: string; max_priority: string }): void {
    if (BigInt(max_fee) > options.maxFee || BigInt(max_priority) > BigInt(max_fee))
      throw new Refusal("fee_too_high", 422);
  }

  function checkOrder(order: Order): void {
    checkFee(order);
    const forbidden = [`0x${"0".repeat(40)}`, options.usdt.toLowerCase(), wallet.hot.address.toLowerCase()];
    if (forbidden.includes(order.to) || BigInt(order.gas) > mostGas) throw new Refusal("not_allowed", 422);
  }

  async function signOrder(order: Order): Promise<Entry> {
    const { id, coin, to, units, gas } = order;
    const known = journal.find(id);
    if (known) {
      if (known.coin !== coin || known.to !== to || known.units !== units) throw new Refusal("order_conflict");
      return known;
    }
    checkOrder(order);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    if (journal.sumOf(coin, day) + BigInt(units) > options.daily[coin]) throw new Refusal("daily_limit");
    const entry = { id, coin, to, units, gas, nonce: Math.max(journal.nextNonce(), order.mined), day };
    journal.add({ ...entry, forms: [await sign(entry, order)] });
    return journal.find(id) as Entry;
  }

  /** From a player's address to the hot wallet only: without the daily limit, because the coins stay with Fairhouse. */
  async function signSweep(sweep: z.output<typeof sweepSchema>): Promise<Entry> {
    const { id, coin, units, gas, source } = sweep;
    const known = journal.find(id);
    if (known) {
      if (known.coin !== coin || known.source !== source || known.units !== units) throw new Refusal("order_conflict");
      return known;
    }
    checkFee(sweep);
    if (BigInt(gas) > mostGas) throw new Refusal("not_allowed", 422);
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const nonce = Math.max(journal.nextNonce(source), sweep.mined);
    const entry = { id, source, coin, to: wallet.hot.address.toLowerCase(), units, gas, nonce, day };
    journal.add({ ...entry, forms: [await sign(entry, sweep)] });
    return journal.find(id) as Entry;
  }

  async function replace(replacement: z.output<typeof replaceSchema>): Promise<Entry> {
    const known = journal.find(replacement.id);
    const last = known?.forms.at(-1);
    if (!known || !last) throw new Refusal("unknown_order", 404);
    checkFee(replacement);
    // Nodes accept a replacement only if both fees are a tenth higher.
    const enough = (next: string, former: string) => BigInt(next) * 10n >= BigInt(former) * 11n;
    if (!enough(replacement.max_fee, last.maxFee) || !enough(replacement.max_priority, last.maxPriority))
      throw new Refusal("fee_too_low", 422);
    return journal.addForm(replacement.id, await sign(known, replacement));
  }

  // Serially: two orders never read the same sums and nonces.
  let busy: Promise<unknown> = Promise.resolve();
  function runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = busy.then(work);
    busy = result.catch(() => undefined);
    return result;
  }

  app.post("/orders", async request => view(await runExclusive(() => signOrder(read(orderSchema, request.body)))));
  app.post("/sweeps", async request => view(await runExclusive(() => signSweep(read(sweepSchema, request.body)))));
  app.post("/orders/replace", async request =>
    view(await runExclusive(() => replace(read(replaceSchema, request.body)))),
  );
  app.post("/wallet", () => ({ address: wallet.hot.address, chain_id: chainId }));
  return app;
}

function read<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  try {
    return z.parse(schema, JSON.parse(Buffer.from(body as Uint8Array).toString()));
  } catch {
    throw new Refusal("not_an_order", 422);
  }
}

function view({ id, nonce, forms }: Entry) {
  const { hash, raw, maxFee } = forms.at(-1) as Signed;
  return { id, nonce, hash, raw, max_fee: maxFee };
}
