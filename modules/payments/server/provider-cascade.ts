import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ProviderName } from "#modules/ledger/shared/chart.ts";
import { afterOutcome, healthy } from "../shared/health.ts";
import type { PaymentProvider } from "./provider.ts";

/** A provider under the name of its accounts in the chart and of its webhook address. */
export interface NamedProvider {
  readonly name: ProviderName;
  readonly provider: PaymentProvider;
}

/** A provider with its health. */
export interface ConnectedProvider extends NamedProvider {
  /** Records the outcome of a call. */
  note(ok: boolean): void;
  readonly isAvailable: boolean;
}

/** The providers that open invoices, in the order in which they are tried. */
export interface ProviderCascade {
  readonly all: readonly ConnectedProvider[];
  get(name: string): ConnectedProvider | undefined;
  /** The first available one; after `name`, where that one has refused. */
  firstAvailable(after?: string): ConnectedProvider | undefined;
  /** Probes each provider, now and every 15 seconds. */
  startProbing(): void;
  stopProbing(): void;
}

const probeEveryMs = 15_000;

export function createProviderCascade(host: Host, providers: readonly NamedProvider[]): ProviderCascade {
  const all = providers.map(each => connectedProvider(host, each));
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

function connectedProvider({ log }: Pick<Host, "log">, { name, provider }: NamedProvider): ConnectedProvider {
  let health = healthy;
  return {
    name,
    provider,
    note(ok) {
      const before = health.up;
      health = afterOutcome(health, ok);
      if (before && !health.up) log.error({ provider: name }, "payment provider unavailable; its methods are hidden");
      if (!before && health.up)
        log.warn({ provider: name }, "payment provider available; its methods are offered again");
    },
    get isAvailable() {
      return health.up;
    },
  };
}

/** No provider can open an invoice now. */
export function noProviderAvailable(): Failure {
  return new Failure(unavailable, { retryAfter: 30 });
}
