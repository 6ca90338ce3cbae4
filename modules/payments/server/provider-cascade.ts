import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { createProviderHealth } from "#kit/host/provider-health.ts";
import type { ProviderName } from "#modules/ledger/shared/chart.ts";
import { type CascadeScope, cascadeOrderOf, suspendedProviders } from "./cascade-store.ts";
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

/** What decides which provider is tried first: a deposit, or with `null` none in particular. */
export type Routed = CascadeScope | null;

/** The providers that open invoices. */
export interface ProviderCascade {
  readonly all: readonly ConnectedProvider[];
  get(name: string): ConnectedProvider | undefined;
  /** All that take new orders, in the order in which they are tried: as operators have set it, then as configured. */
  available(on: Queryable, routed: Routed): Promise<readonly ConnectedProvider[]>;
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
    async available(on, routed) {
      const [suspended, named] = [await suspendedProviders(on), routed ? await cascadeOrderOf(on, routed) : []];
      const rank = ({ name }: NamedProvider) => (named.includes(name) ? named.indexOf(name) : named.length);
      return all
        .filter(({ name, isAvailable }) => isAvailable && !suspended.has(name))
        .toSorted((one, other) => rank(one) - rank(other));
    },
    startProbing: () => void probe(),
    stopProbing: () => stopProbing(),
  };
}

function connectedProvider(host: Pick<Host, "log" | "metrics">, { name, provider }: NamedProvider): ConnectedProvider {
  const health = createProviderHealth(host, "payments", name);
  return {
    name,
    provider,
    note: health.note,
    get isAvailable() {
      return health.isAvailable;
    },
  };
}

/** No provider can open an invoice now. */
export function noProviderAvailable(): Failure {
  return new Failure(unavailable, { retryAfter: 30 });
}
