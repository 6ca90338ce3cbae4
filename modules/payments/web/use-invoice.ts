import { useEffect, useRef, useState } from "react";
import { useClient } from "#kit/web/client.ts";
import { useChannel } from "#kit/web/use-api.ts";
import { meChannel } from "#modules/wallet/shared/contract.ts";
import { getPaymentStatus, type ProcessConfig } from "../shared/contract.ts";
import { isOpen } from "../shared/invoice.ts";

const pollEveryMs = 5_000;

/** An invoice and the moment (of this page's clock) at which it expires. */
export interface RunningInvoice {
  readonly config: ProcessConfig;
  readonly endsAt: number;
}

export function startInvoice(config: ProcessConfig): RunningInvoice {
  return { config, endsAt: performance.now() + config.life_time * 1000 };
}

/**
 * Polls the status every 5 s while the invoice is open, and at once when the player's channel signals a change: then also that of one that
 * has ended, because late payments are credited. A failed poll is repeated.
 */
export function useInvoicePolling(invoice: RunningInvoice | null, onChange: (config: ProcessConfig) => void): void {
  const { api } = useClient();
  const changed = useRef(onChange);
  changed.current = onChange;
  const id = invoice?.config.id ?? null;
  const open = invoice !== null && isOpen(invoice.config.status);
  const ask = useRef(async () => {});
  useEffect(() => {
    if (id === null) return;
    let here = true;
    ask.current = async () => {
      const answer = await api.call(getPaymentStatus, { params: { id } }).catch(() => null);
      if (here && answer) changed.current(answer.data);
    };
    return () => {
      here = false;
    };
  }, [api, id]);
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void ask.current(), pollEveryMs);
    return () => clearInterval(timer);
  }, [open]);
  useChannel(meChannel, {
    snapshot: () => undefined,
    event: (_name, news) => {
      if ("status" in news && news.id === id) void ask.current();
    },
  });
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
