import { createServer } from "node:net";
import { StartFailure } from "#kit/db/embedded/sentence.ts";

/** Throws an error message when one of the ports is not available. */
export async function checkPorts(ports: Readonly<Record<string, number>>): Promise<void> {
  const entries = Object.entries(ports);
  for (const [index, [setting, port]] of entries.entries()) {
    const same = entries.slice(0, index).find(([, other]) => other === port);
    if (same) throw new StartFailure(`${same[0]} and ${setting} are both ${port}: give each a port of its own.`);
    const complaint = await probe(port);
    if (complaint === "EADDRINUSE") {
      throw new StartFailure(`Port ${port} is in use by another program: stop it, or choose another ${setting}.`);
    }
    if (complaint) throw new StartFailure(`Port ${port} cannot be used (${complaint}): choose another ${setting}.`);
  }
}

function probe(port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, () => server.close(() => resolve(undefined)));
  });
}
