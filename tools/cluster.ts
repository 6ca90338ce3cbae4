import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { type Cluster, openCluster } from "./cluster/open-cluster.ts";
import { readClusterSettings } from "./cluster/settings.ts";

/** `npm run cluster [-- --nodes=3 --bus=redis|nats --port=4000]`: several nodes on this machine, until Ctrl-C. */
const began = performance.now();
const say = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);
const args = process.argv.slice(2);
const giveUp = new AbortController();

let cluster: Cluster | undefined;
let ending: Promise<void> | undefined;
const end = (code: number) => {
  ending ??= (async () => {
    giveUp.abort();
    const open = cluster ?? (await opening.catch(() => undefined));
    say("closing");
    await open?.close();
    say("closed");
    process.exit(code);
  })();
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
process.once("disconnect", () => end(1));

const opening = Promise.resolve().then(() => openCluster(readClusterSettings(args), say, giveUp.signal));
try {
  cluster = await opening;
  if (args.includes("drill")) {
    const { runDrill } = await import("#assurance/cluster/drill.ts");
    end((await runDrill(cluster, args, say)) ? 0 : 1);
  } else greet(cluster);
} catch (error) {
  if (!ending) {
    console.error(`\n${error instanceof StartFailure ? error.message : (error as Error).stack}`);
    if (cluster) end(1);
    else process.exit(1);
  }
}

function greet({ host, nodes, databases, folder }: Cluster): void {
  const lines = [
    `A cluster is running: http://${host} (the proxy)`,
    ...nodes.map(({ name, port }) => `  ${name}  http://localhost:${port}`),
    `  primary ${databases.primary()}, standbys ${databases.standbys().join(", ")}; data and logs in ${folder}, removed at the end`,
  ];
  console.log(
    `\n${lines.join("\n")}\n\nPress Ctrl-C to stop. \`npm run cluster -- drill\` takes parts away under load instead.`,
  );
}
