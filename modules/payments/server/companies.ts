import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ProviderName } from "#modules/ledger/shared/chart.ts";
import { afterOutcome, healthy } from "../shared/health.ts";
import { httpProvider, type PaymentProvider } from "./provider.ts";

/** A payment company, and what has been heard of it. */
export interface Company {
  readonly name: ProviderName;
  readonly provider: PaymentProvider;
  /** What its messages may be signed with. */
  secrets(): readonly string[];
  /** One more outcome of talking to it. */
  note(ok: boolean): void;
  readonly isUp: boolean;
}

/** The companies that open invoices, in the order in which they are asked. */
export interface Companies {
  readonly all: readonly Company[];
  get(name: string): Company | undefined;
  /** The first that is there; after `name`, where that one has refused. */
  firstUp(after?: string): Company | undefined;
  /** Asks each whether it is there, now and every quarter of a minute. */
  startProbing(): void;
  stopProbing(): void;
}

const probeEveryMs = 15_000;

/** @param first in place of the company of PAYMENTS_URL; `second` in place of that of PAYMENTS_RESERVE_URL, which may be missing */
export function createCompanies(host: Host, first?: PaymentProvider, second?: PaymentProvider): Companies {
  const { config } = host;
  const reserve = { address: config.PAYMENTS_RESERVE_URL, secret: config.PAYMENTS_RESERVE_SECRET };
  const own = { address: config.PAYMENTS_URL, secret: config.PAYMENTS_SECRET };
  const known = (...secrets: readonly (string | undefined)[]) => secrets.filter(each => each !== undefined);
  const all = [
    companyOf(host, "sandbox", first ?? httpProvider(host, own), () =>
      known(config.PAYMENTS_SECRET, config.PAYMENTS_SECRET_OLD),
    ),
  ];
  const { address, secret } = reserve;
  const other = second ?? (address !== undefined && secret !== undefined && httpProvider(host, { address, secret }));
  if (other) all.push(companyOf(host, "reserve", other, () => known(config.PAYMENTS_RESERVE_SECRET)));
  let stopProbing = () => {};

  async function probe(): Promise<void> {
    await Promise.all(
      all.map(company =>
        company.provider.probe().then(
          () => company.note(true),
          () => company.note(false),
        ),
      ),
    );
    stopProbing = host.clock.after(probeEveryMs, () => void probe());
  }

  return {
    all,
    get: name => all.find(company => company.name === name),
    firstUp(after) {
      const later = after === undefined ? all : all.slice(all.findIndex(({ name }) => name === after) + 1);
      return later.find(({ isUp }) => isUp);
    },
    startProbing: () => void probe(),
    stopProbing: () => stopProbing(),
  };
}

function companyOf(
  { log }: Pick<Host, "log">,
  name: ProviderName,
  provider: PaymentProvider,
  secrets: () => readonly string[],
): Company {
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
    get isUp() {
      return health.up;
    },
  };
}

/** Nobody can open an invoice now. */
export function nobodyUp(): Failure {
  return new Failure(unavailable, { retryAfter: 30 });
}
