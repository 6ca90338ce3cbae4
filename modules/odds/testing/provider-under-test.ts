import type { AddressInfo } from "node:net";
import type { Clock } from "#kit/host/host.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import type { StreamFault } from "#odds-sandbox/server/faults.ts";
import { createHttp } from "#odds-sandbox/server/http.ts";
import type { Producer } from "#odds-sandbox/shared/protocol.ts";
import type { TestProvider } from "#odds-sandbox/testing/test-provider.ts";
import type { FrameSink, OddsProvider } from "../providers/provider.ts";
import { createSandboxProvider } from "../providers/sandbox/index.ts";
import { createUofProvider } from "../providers/uof/index.ts";
import { UofDouble } from "./uof-double.ts";

/** An adapter with the provider at its other end: the simulated one plays the matches for each of them. */
export interface ProviderUnderTest {
  readonly sandbox: TestProvider;
  readonly adapter: OddsProvider;
  /** Longer than the adapter's limit. */
  readonly silenceMs: number;
  inject(fault: StreamFault, producer: Producer, ms: number): Promise<void>;
  /** The number of the newest frame once everything sent has arrived at the reader. */
  newest(producer: string): Promise<number>;
  close(): Promise<void>;
}

export const providersUnderTest: Readonly<
  Record<string, (clock: Clock, sandbox: TestProvider) => Promise<ProviderUnderTest>>
> = {
  sandbox: startSandbox,
  uof: startUof,
};

async function startSandbox(clock: Clock, sandbox: TestProvider): Promise<ProviderUnderTest> {
  const server = createHttp({ provider: sandbox.provider, log: quietLog, chaos: true });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/odds`;
  return {
    sandbox,
    adapter: createSandboxProvider({ url, publicKeys: [sandbox.provider.publicKey], clock }),
    silenceMs: 4_000,
    async inject(fault, producer, ms) {
      const answer = await fetch(`${url}/chaos`, {
        method: "POST",
        body: JSON.stringify({ fault, producer, ms }),
        headers: { "content-type": "application/json" },
      });
      if (answer.status !== 200) throw new Error(`${fault} was refused: ${await answer.text()}`);
    },
    newest: async producer => sandbox.provider.describe().producers.find(({ id }) => id === producer)?.frame ?? 0,
    async close() {
      await new Promise(resolve => server.close(resolve));
      sandbox.remove();
    },
  };
}

async function startUof(clock: Clock, sandbox: TestProvider): Promise<ProviderUnderTest> {
  const double = new UofDouble(sandbox);
  const url = await double.listen();
  const { adapter, newest } = observed(createUofProvider({ url, token: "t", secretKey: "ab".repeat(32), clock }));
  return {
    sandbox,
    adapter,
    silenceMs: 25_000,
    async inject(fault, producer, ms) {
      // Its queue loses no message of a connection: what is missing ends with the connection.
      if (fault === "gap") double.disconnect(producer);
      sandbox.provider.chaos({ fault, producer, ms });
    },
    async newest(producer) {
      await double.drained(producer);
      return newest.get(producer) ?? 0;
    },
    async close() {
      await double.close();
      sandbox.remove();
    },
  };
}

/** Wraps the adapter, and records the number of the last frame that each producer gave. */
function observed(adapter: OddsProvider) {
  const newest = new Map<string, number>();
  const watched = (sink: FrameSink): FrameSink => ({
    frame(frame) {
      newest.set(frame.producer, frame.frame);
      sink.frame(frame);
    },
    rejected: rejected => sink.rejected(rejected),
    disconnected: reason => sink.disconnected(reason),
  });
  return {
    newest,
    adapter: Object.assign({}, adapter, {
      connect: (producer: string, sink: FrameSink) => adapter.connect(producer, watched(sink)),
    }),
  };
}
