export interface LineWriter {
  /** Never throws. A line that cannot be written is dropped and counted. */
  readonly write: (line: string) => void;
}

/** A full pipe is retried this many times before a line is dropped. */
const mostTries = 100;

/**
 * Writes log lines in order, synchronously and without ever throwing: a full disk or a closed pipe must not end the process.
 * Lost lines are reported as soon as a line is written again.
 * @param writeBytes writes the beginning of some bytes, returns how many were written, and throws like `fs.writeSync`
 * @param onLost receives the number of lost lines, one at a time
 */
export function createLineWriter(
  writeBytes: (bytes: Uint8Array) => number,
  onLost: (lines: number) => void,
): LineWriter {
  let lost = 0;

  function attempt(text: string): boolean {
    let rest: Uint8Array = Buffer.from(text);
    for (let tries = 0; rest.length > 0; ) {
      try {
        rest = rest.subarray(writeBytes(rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || ++tries === mostTries) return false;
      }
    }
    return true;
  }

  return {
    write(line) {
      // Ends a line that was written partially.
      const notice =
        lost === 0 ? "" : `\n${JSON.stringify({ level: "warn", lines: lost, msg: "lines of the log were lost" })}\n`;
      if (attempt(notice + line)) {
        lost = 0;
        return;
      }
      lost += 1;
      onLost(1);
    },
  };
}
