import { afterOutcome, healthy } from "./health.ts";
import type { Host } from "./host.ts";

/** What a provider does for us; the label `kind` of the metric `provider_up`. */
export type ProviderKind = "payments" | "verification" | "phone" | "sign_in" | "captcha" | "scanner";

/** The health of one provider: logged when it changes, and a metric. */
export interface ProviderHealth {
  /** Records the outcome of a call. */
  note(ok: boolean): void;
  readonly isAvailable: boolean;
}

export function createProviderHealth(
  { log, metrics }: Pick<Host, "log" | "metrics">,
  kind: ProviderKind,
  provider: string,
): ProviderHealth {
  const gauge = metrics.gauge("provider_up", "1 while an external provider is available", ["kind", "provider"]);
  let health = healthy;
  gauge.set(1, { kind, provider });
  return {
    note(ok) {
      const before = health.up;
      health = afterOutcome(health, ok);
      if (before === health.up) return;
      gauge.set(health.up ? 1 : 0, { kind, provider });
      if (health.up) log.warn({ kind, provider }, "provider available again");
      else log.error({ kind, provider }, "provider unavailable");
    },
    get isAvailable() {
      return health.up;
    },
  };
}

/** A provider under the name that settings give it. */
export interface ProbedProvider {
  readonly name: string;
  readonly provider: {
    /** Health check; rejects when the provider is unavailable. */
    probe(): Promise<void>;
  };
}

export interface ProviderWatch {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const probeEveryMs = 60_000;

/** Probes each provider, now and every minute. */
export function watchProviders(
  host: Pick<Host, "clock" | "log" | "metrics">,
  kind: ProviderKind,
  providers: readonly ProbedProvider[],
): ProviderWatch {
  const watched = providers.map(each => ({ ...each, health: createProviderHealth(host, kind, each.name) }));
  let cancel: (() => void) | undefined;
  let isStopped = false;

  async function probe(): Promise<void> {
    await Promise.all(
      watched.map(({ provider, health }) =>
        provider.probe().then(
          () => health.note(true),
          () => health.note(false),
        ),
      ),
    );
    if (!isStopped) cancel = host.clock.after(probeEveryMs, () => void probe());
  }

  return {
    async start() {
      if (watched.length > 0) void probe();
    },
    async stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
