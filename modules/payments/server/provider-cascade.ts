import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ProviderName } from "#modules/ledger/shared/chart.ts";
import { afterOutcome, healthy } from "../shared/health.ts";
import { httpProvider, type PaymentProvider } from "./provider.ts";

/** A payment company, and what has been heard of it. */
export interface ConnectedProvider {
  readonly name: ProviderName;
  readonly provider: PaymentProvider;
  /** What its messages may be signed with. */
  secrets(): readonly string[];
  /** One more outcome of talking to it. */
  note(ok: boolean): void;
  readonly isAvailable: boolean;
}

/** The companies that open invoices, in the order in which they are asked. */
export interface ProviderCascade {
  readonly all: readonly ConnectedProvider[];
  get(name: string): ConnectedProvider | undefined;
  /** The first that is there; after `name`, where that one has refused. */
  firstAvailable(after?: string): ConnectedProvider | undefined;
  /** Asks each whether it is there, now and every quarter of a minute. */
  startProbing(): void;
  stopProbing(): void;
}

const probeEveryMs = 15_000;

/** @param first in place of the company of PAYMENTS_URL; `second` in place of that of PAYMENTS_RESERVE_URL, which may be missing */
export function createProviderCascade(host: Host, first?: PaymentProvider, second?: PaymentProvider): ProviderCascade {
  const { config } = host;
  const reserve = { address: config.PAYMENTS_RESERVE_URL, secret: config.PAYMENTS_RESERVE_SECRET };
  const own = { address: config.PAYMENTS_URL, secret: config.PAYMENTS_SECRET };
  const known = (...secrets: readonly (string | undefined)[]) => secrets.filter(each => each !== undefined);
  const all = [
    connectedProvider(host, "sandbox", first ?? httpProvider(host, own), () =>
      known(config.PAYMENTS_SECRET, config.PAYMENTS_SECRET_OLD),
    ),
  ];
  const { address, secret } = reserve;
  const other = second ?? (address !== undefined && secret !== undefined && httpProvider(host, { address, secret }));
  if (other) all.push(connectedProvider(host, "reserve", other, () => known(config.PAYMENTS_RESERVE_SECRET)));
  let stopProbing = () => {};

  async function probe(): Promise<void> {
    await Promise.all(
      all.map(connected =>
        connected.provider.probe().then(
          () => connected.note(true),
          () => connected.note(false),
        ),
      ),
    );
    stopProbing = host.clock.after(probeEveryMs, () => void probe());
  }

  return {
    all,
    get: name => all.find(connected => connected.name === name),
    firstAvailable(after) {
      const later = after === undefined ? all : all.slice(all.findIndex(({ name }) => name === after) + 1);
      return later.find(({ isAvailable }) => isAvailable);
    },
    startProbing: () => void probe(),
    stopProbing: () => stopProbing(),
  };
}

function connectedProvider(
  { log }: Pick<Host, "log">,
  name: ProviderName,
  provider: PaymentProvider,
  secrets: () => readonly string[],
): ConnectedProvider {
  let health = healthy;
  return {
    ...{ name, provider, secrets },
    note(ok) {
      const before = health.up;
      health = afterOutcome(health, ok);
      if (before && !health.up) log.error({ provider: name }, "a payment company is away; its methods are hidden");
      if (!before && health.up)
        log.warn({ provider: name }, "a payment company is back; its methods are offered again");
    },
    get isAvailable() {
      return health.up;
    },
  };
}

/** Nobody can open an invoice now. */
export function noProviderAvailable(): Failure {
  return new Failure(unavailable, { retryAfter: 30 });
}
