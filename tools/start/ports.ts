import { createServer } from "node:net";
import { StartFailure } from "#kit/db/embedded/sentence.ts";

/** The processes of a launcher that was killed end by themselves, within this time. */
const leftoversMs = 6_000;
const pauseMs = 200;

/** Throws an error message when one of the ports is not available, and does not become so within a few seconds. */
export async function checkPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const entries = Object.entries(ports);
  for (const [index, [setting, port]] of entries.entries()) {
    const same = entries.slice(0, index).find(([, other]) => other === port);
    if (same) throw new StartFailure(`${same[0]} and ${setting} are both ${port}: give each a port of its own.`);
    const complaint = await patientProbe(port);
    if (complaint === "EADDRINUSE") {
      throw new StartFailure(`Port ${port} is in use by another program: stop it, or choose another ${setting}.`);
    }
    if (complaint) throw new StartFailure(`Port ${port} cannot be used (${complaint}): choose another ${setting}.`);
  }
}

async function patientProbe(port: number): Promise<string | undefined> {
  for (const end = performance.now() + leftoversMs; ; ) {
    const complaint = await probe(port);
    if (complaint !== "EADDRINUSE" || performance.now() > end) return complaint;
    await new Promise(resolve => setTimeout(resolve, pauseMs));
  }
}

function probe(port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
}
