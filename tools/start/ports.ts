import { createServer } from "node:net";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";

/** The processes of a launcher that was killed end by themselves, within this time. */
const leftoversMs = 6_000;
const pauseMs = 200;

/**
 * Throws an error message when one of the ports is not available, and does not become so within a few seconds, or when browsers open
 * no page on it.
 * @param pages of pages and their calls, by setting
 * @param others of other protocols
 */
export async function checkPorts(
  pages: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>> = {},
): Promise<void> {
  const entries = Object.entries({ ...pages, ...others });
  for (const [index, [setting, port]] of entries.entries()) {
    const same = entries.slice(0, index).find(([, other]) => other === port);
    if (same) throw new StartFailure(`${same[0]} and ${setting} are both ${port}: give each a port of its own.`);
    const complaint = await patientProbe(port);
    if (complaint === "EADDRINUSE") {
      throw new StartFailure(`Port ${port} is in use by another program: stop it, or choose another ${setting}.`);
    }
    if (complaint) throw new StartFailure(`Port ${port} cannot be used (${complaint}): choose another ${setting}.`);
    if (setting in pages && (await isBadPort(port))) {
      throw new StartFailure(
        `Browsers do not open pages on port ${port}, which is of another protocol: choose another ${setting}.`,
      );
    }
  }
}

/** Whether the port is one of the "bad ports" of the Fetch standard, as 6000 of X11. Nothing listens on it. */
async function isBadPort(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}`);
    return false;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port";
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
