import { Failure, fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable, validationFailed } from "#kit/contract/errors.ts";
import { type Handler, handle, type Session } from "#kit/http/handler.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { mayDeposit, nothingToAccept, type TermsQuestion } from "#modules/limits/server/index.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import { depositsBlocked } from "#modules/payments/shared/errors.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import { type CoinName, coins } from "../shared/coins.ts";
import { type CoinDeposit, getCoinDeposit, openCoinAddress } from "../shared/contract.ts";
import { addressOf } from "./addresses.ts";
import type { ReadNeeds } from "./read-chain.ts";
import * as store from "./store.ts";
import { depositView } from "./views.ts";

export interface HandlerNeeds {
  readonly host: ReadNeeds["host"];
  readonly rates: Pick<Rates, "rate">;
  readonly terms: TermsQuestion | undefined;
  /** Undefined without a chain, or while it is not being read. */
  readonly open: () => Promise<ReadNeeds["settings"] | undefined>;
}

const shownTransfers = 10;

export function cryptoHandlers(needs: HandlerNeeds): readonly Handler[] {
  return [
    handle(openCoinAddress, async ({ session, input }) => ({
      data: await openAddress(needs, session, input.body.coin),
    })),
    handle(getCoinDeposit, async ({ session, input }) => ({
      data: await readDeposit(needs, session, input.params.coin),
    })),
  ];
}

/** Always the same address, whatever the key; only the transfers seen there change between calls. */
async function openAddress(needs: HandlerNeeds, session: Session, coin: CoinName): Promise<CoinDeposit> {
  const { host } = needs;
  const now = new Date(host.clock.now());
  const currency = currencyOf(session);
  if (!(await host.db.tx(tx => mayDeposit(tx, session.player, now)))) fail(depositsBlocked);
  const { terms = nothingToAccept } = needs;
  if ((await terms(host.db, [session.player])).has(session.player)) fail(policyAcceptanceRequired);
  const { xpub } = (await needs.open()) ?? chainUnavailable();
  await host.db.tx(async tx => {
    const known = await store.addressOfPlayer(tx, session.player, coin);
    if (known) return store.setCurrency(tx, known.number, currency);
    const number = await store.takeNumber(tx);
    // A concurrent request of the same player may have been faster.
    if (await store.addressOfPlayer(tx, session.player, coin)) return;
    const address = addressOf(xpub, number);
    await store.insertAddress(tx, { number, playerId: session.player, coin, address, currency, now });
  });
  return readDeposit(needs, session, coin);
}

async function readDeposit(
  { host, rates, open }: HandlerNeeds,
  session: Session,
  coin: CoinName,
): Promise<CoinDeposit> {
  const settings = (await open()) ?? chainUnavailable();
  const row = await store.addressOfPlayer(host.db, session.player, coin);
  if (!row) return fail(notFound);
  const { code } = coins[coin];
  const [rate, cursor, transfers] = await Promise.all([
    rates.rate(code, row.currency),
    store.cursorOf(host.db),
    store.transfersTo(host.db, row.number, shownTransfers),
  ]);
  return depositView({ row, settings, rate, head: required(cursor, "a chain that is read").number, transfers });
}

function currencyOf(session: Session): Currency {
  return session.currency ?? fail(validationFailed, { errors: { currency: ["currency_required"] } });
}

function chainUnavailable(): never {
  throw new Failure(unavailable, { retryAfter: 30 });
}
