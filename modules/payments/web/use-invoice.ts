import { useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "#kit/web/api-error.ts";
import { useQuery, useRouteCache } from "#kit/web/query/use-query.ts";
import { useChannel } from "#kit/web/use-api.ts";
import { meChannel } from "#modules/wallet/shared/contract.ts";
import { getPaymentStatus, type ProcessConfig } from "../shared/contract.ts";
import { invoiceStatus, isOpen, pollMs } from "../shared/invoice.ts";

const openInvoice = "deposit-invoice";

/** An invoice and the moment (of this page's clock) at which it expires. */
export interface RunningInvoice {
  readonly config: ProcessConfig;
  readonly endsAt: number;
}

/**
 * The invoice being paid: stored for this visit, read every 5 s while it is open, and at once when the player's channel signals a change:
 * then also one that has ended, because late payments are credited. `isKnown`: the server was asked whether one is open. `onPaid` is
 * called when it is paid while the component is mounted: after that the payment shows on the balance only.
 */
export function useInvoice(onPaid: (config: ProcessConfig) => void) {
  const cache = useRouteCache();
  const [id, setId] = useState(() => sessionStorage.getItem(openInvoice));
  const given = { params: { id: id ?? "" } };
  const poll = (known: ProcessConfig | undefined) => known !== undefined && pollMs(known.status);
  const read = useQuery(getPaymentStatus, given, { enabled: id !== null, fresh: true, pollMs: poll });
  const { data: config, error } = read;
  const first = useRef<RunningInvoice | null>(null);
  if (config && first.current?.config.id !== config.id)
    first.current = { config, endsAt: performance.now() + config.life_time * 1000 };
  const paid = useRef(onPaid);
  paid.current = onPaid;
  useEffect(() => {
    if (!config) return;
    store(config);
    if (config.status === invoiceStatus.paid) paid.current(config);
  }, [config]);
  useEffect(() => {
    if (!error || config) return;
    // Without a connection it is requested the next time; an invoice the server does not have is dropped.
    if (id !== null && error instanceof ApiError && error.status === 404) forget(id);
    setId(null);
  }, [error, config, id]);
  useChannel(meChannel, {
    snapshot: () => undefined,
    event: (_name, news) => {
      if ("status" in news && news.id === id) void cache.invalidate(getPaymentStatus);
    },
  });
  const begun = first.current;
  const invoice = useMemo(() => (config && begun ? shownInvoice(config, begun) : null), [config, begun]);
  return {
    invoice: id === null ? null : invoice,
    isKnown: id === null || config !== undefined,
    /** Shows an invoice that was just opened. */
    begin(opened: ProcessConfig) {
      cache.set(getPaymentStatus, { params: { id: opened.id } }, opened);
      store(opened);
      setId(opened.id);
      // In this tab: the provider redirects back to this page, where the invoice is found again.
      if (opened.url && isOpen(opened.status)) location.assign(opened.url);
    },
    leave() {
      sessionStorage.removeItem(openInvoice);
      setId(null);
    },
  };
}

/**
 * What is shown of an invoice that was `begun` here or found: one found after its end only if it was paid or declined, on the provider's
 * page perhaps. A paid one is left as it was: the page shows the payment instead.
 */
function shownInvoice(config: ProcessConfig, begun: RunningInvoice): RunningInvoice | null {
  const { status } = begun.config;
  if (!isOpen(status) && status !== invoiceStatus.declined) return null;
  const shown = config.status === invoiceStatus.paid ? begun.config : config;
  return { config: shown, endsAt: begun.endsAt };
}

function store({ id, status }: ProcessConfig): void {
  if (isOpen(status)) sessionStorage.setItem(openInvoice, id);
  else forget(id);
}

/** Another one may have been opened meanwhile. */
function forget(id: string): void {
  if (sessionStorage.getItem(openInvoice) === id) sessionStorage.removeItem(openInvoice);
}

/** Whole seconds left; ticks once a second. */
export function useSecondsLeft(endsAt: number): number {
  const left = () => Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  return seconds;
}
