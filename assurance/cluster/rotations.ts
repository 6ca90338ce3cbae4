import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signedHeaders } from "#apps/sandbox/signature.ts";
import { isReady } from "#tools/cluster/open-cluster.ts";
import { apiClient } from "#tools/demo/api-client.ts";
import { payIn } from "#tools/demo/moves.ts";
import { type Environment, root } from "#tools/start/settings.ts";
import { diceIsTaken, type Field, healMs, restartMs, sentences, until, untilRoundTakesBets } from "./probes.ts";

/** Restarts of all nodes, and secrets that change with them, in the steps of docs/operations.md. */

/** Node after node, as docs/operations.md asks for an update. */
export async function restartAll(
  field: Field,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<string[]> {
  const complaints: string[] = [];
  for (const node of field.cluster.nodes) {
    await node.stop();
    await node.start(changes);
    complaints.push(...sentences(await until(`the return of ${node.name}`, restartMs, () => isReady(node.port))));
    complaints.push(...sentences(await until(`a bet after ${node.name}`, healMs, diceIsTaken(field))));
  }
  return complaints;
}

/** Restarts with the next key known, then exchanged; everything is sealed again under load; restarts without the former key. */
export async function rotateSealKey(field: Field): Promise<readonly string[]> {
  const { environment } = field.cluster;
  const [former, next] = [environment.SECRET_KEY, randomBytes(32).toString("hex")];
  const exchanged = { SEAL_KEY: next, SEAL_KEY_OLD: former };
  const complaints = [
    ...(await restartAll(field, { SEAL_KEY_OLD: next })),
    ...(await restartAll(field, exchanged)),
    ...(await resealed({ ...environment, ...exchanged })),
    ...(await restartAll(field, { SEAL_KEY: next, SEAL_KEY_OLD: undefined })),
    ...(await resealed({ ...environment, SEAL_KEY: next }, "--check")),
  ];
  return [...complaints, ...sentences(await untilRoundTakesBets(field))];
}

/** Players go on meanwhile: it is a process of its own. */
async function resealed(environment: Environment, ...args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(root, "tools/reseal.ts"), ...args], {
    env: environment,
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? [] : [`npm run reseal ended with ${code}`];
}

/** Three rounds of restarts. */
export async function rotateClusterSecret(field: Field): Promise<readonly string[]> {
  const { clusterSecret, nextSecret } = field.cluster;
  const steps = [
    { CLUSTER_SECRET: clusterSecret, CLUSTER_SECRET_OLD: nextSecret },
    { CLUSTER_SECRET: nextSecret, CLUSTER_SECRET_OLD: clusterSecret },
    { CLUSTER_SECRET: nextSecret, CLUSTER_SECRET_OLD: undefined },
  ];
  const complaints: string[] = [];
  for (const step of steps) complaints.push(...(await restartAll(field, step)));
  complaints.push(...sentences(await untilRoundTakesBets(field)));
  return complaints;
}

/** The provider accepts both first; nodes follow one by one; then it signs with the next one. Deposits are made all along. */
export async function rotatePaymentsSecret(field: Field): Promise<readonly string[]> {
  const { environment } = field.cluster;
  const former = environment.PAYMENTS_SECRET ?? "";
  const next = randomBytes(32).toString("hex");
  const deposits = depositAllAlong(field);
  await atProvider(field, "add", next);
  const complaints = await restartAll(field, { PAYMENTS_SECRET: next, PAYMENTS_SECRET_OLD: former });
  await atProvider(field, "use", next);
  await sleep(2_000);
  complaints.push(...(await restartAll(field, { PAYMENTS_SECRET_OLD: undefined })));
  const { refusals } = await atProvider(field, "retire");
  const { credited, failures } = await deposits.stop();
  const accepted = await statusOfMessage(field, next);
  const refused = await statusOfMessage(field, former);
  return [
    ...complaints,
    ...failures,
    ...sentences(
      credited > 0 ? undefined : "no deposit was made meanwhile",
      refusals === 0 ? undefined : `${refusals} signatures were refused`,
      accepted === 401 ? "a message signed with the next secret was refused" : undefined,
      refused === 401 ? undefined : `a message signed with the former secret was answered ${refused}`,
    ),
  ];
}

const depositPauseMs = 500;
const depositMs = 60_000;

/** One deposit after the other by the prober, each repeated under its key until it is credited. */
function depositAllAlong({ endpoint, prober, cluster }: Field) {
  const client = apiClient(endpoint.port, `api.${endpoint.host}`);
  const failures: string[] = [];
  let credited = 0;
  let stopped = false;
  async function deposit(): Promise<void> {
    const keys = Array.from({ length: 5 }, () => randomUUID());
    const key = (attempt: number) => keys[attempt] ?? randomUUID();
    const failed = await until("a deposit", depositMs, async () => {
      await payIn(client, prober, "10", cluster.sandboxPort, key);
      return true;
    });
    if (failed) failures.push(failed);
    else credited += 1;
  }
  const running = (async () => {
    for (; !stopped; await sleep(depositPauseMs)) await deposit();
  })();
  return {
    async stop() {
      stopped = true;
      await running;
      return { credited, failures };
    },
  };
}

async function atProvider({ cluster }: Field, action: string, body = ""): Promise<{ readonly refusals: number }> {
  const headers = { "content-type": "text/plain" };
  const answer = await fetch(`http://127.0.0.1:${cluster.sandboxPort}/psp/keys/${action}`, {
    method: "POST",
    headers,
    body,
  });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status} to ${action}`);
  return (await answer.json()) as { refusals: number };
}

/** A message of the provider about nothing, signed with this secret, at the edge. */
async function statusOfMessage({ endpoint }: Field, secret: string): Promise<number> {
  const body = JSON.stringify({ about: "nothing" });
  const headers = { ...signedHeaders(secret, body, Date.now()), host: `api.${endpoint.host}` };
  return new Promise((resolve, reject) => {
    const path = "/api/v1/billing/webhooks/sandbox";
    const sent = request({ host: "127.0.0.1", port: endpoint.port, method: "POST", path, headers }, answer => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
