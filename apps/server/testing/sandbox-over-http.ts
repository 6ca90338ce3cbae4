import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { createSandbox } from "#apps/sandbox/app.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { required } from "#kit/std/invariant.ts";
import type { FullApp } from "./full-app.ts";

/** How long the sandbox's bank takes: milliseconds. */
const bankMs = 2_000;

/** What the sandbox stores of an order of ours. */
export interface SandboxOrder {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: "processing" | "paid" | "declined";
  readonly messages: readonly { readonly type: string; readonly delivered: boolean }[];
}

/** The payment provider of the sandbox: orders and messages go over HTTP, and both sides have the application's clock. */
export interface SandboxOverHttp {
  /** The settings of an application that orders from it; payouts leave at once. */
  readonly environment: Readonly<Record<string, string>>;
  open(app: Pick<FullApp, "api" | "host">): Promise<void>;
  /** Presses a button of its pages, or of its controls. */
  press(path: string, form?: Readonly<Record<string, string>>): Promise<void>;
  payouts(): Promise<readonly SandboxOrder[]>;
  refunds(): Promise<readonly (SandboxOrder & { readonly payment: string })[]>;
  /** Lets the bank end what was ordered, and waits until we have every message about it. */
  bank(): Promise<void>;
  close(): Promise<void>;
}

export async function sandboxOverHttp(): Promise<SandboxOverHttp> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), "sandbox-over-http-")), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  let app: Pick<FullApp, "api" | "host"> | undefined;
  let sandbox: FastifyInstance | undefined;
  /** The application of a test listens on no port. */
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { host: _own, ...headers } = request.headers as Record<string, string>;
    const { api } = required(app, "an application");
    const answer = await api.call(`${request.method} ${request.url}`, { body, headers });
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>(resolve => receiver.listen(0, "127.0.0.1", resolve));

  const read = async <T>(path: string): Promise<T> => (await fetch(`${address}${path}`)).json() as Promise<T>;
  const payouts: SandboxOverHttp["payouts"] = () => read("/psp/payouts");
  const refunds: SandboxOverHttp["refunds"] = () => read("/psp/refunds");
  const undelivered = async () =>
    [...(await payouts()), ...(await refunds())]
      .flatMap(({ messages }) => messages)
      .filter(({ delivered }) => !delivered);

  return {
    environment: { PAYMENTS_URL: address, PAYOUT_PENDING_SECONDS: "0" },
    async open(opened) {
      app = opened;
      const { clock, config } = opened.host;
      sandbox = createSandbox({
        clock,
        dataFolder: folder,
        publicUrl: address,
        beaconSeed: new Uint8Array(32).fill(7),
        paymentsSecret: config.PAYMENTS_SECRET,
        smsToken: config.SMS_TOKEN,
        webhookAddress: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/v1/billing/webhooks/sandbox`,
      });
      await sandbox.listen({ port, host: "127.0.0.1" });
    },
    async press(path, form = {}) {
      const body = new URLSearchParams(form);
      const { status } = await fetch(`${address}${path}`, { method: "POST", body, redirect: "manual" });
      expect([path, status]).toEqual([path, 303]);
    },
    payouts,
    refunds,
    async bank() {
      await required(app, "an application").host.clock.advance(bankMs);
      await expect.poll(undelivered).toEqual([]);
    },
    async close() {
      await sandbox?.close();
      receiver.closeAllConnections();
      receiver.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
