import { type Logger, pino } from "pino";
import type { Log } from "./log.ts";
import { redact } from "./redact.ts";

export interface LogOptions {
  readonly level: "debug" | "info" | "warn" | "error" | "silent";
  /** Destination of the JSON lines; standard output unless given. */
  readonly write?: (line: string) => void;
}

/** JSON lines with secrets redacted, see {@link redact}. */
export function createLog(options: LogOptions): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (facts: object) => redact(facts),
    },
    serializers: { err: (error: unknown) => error },
  };
  return wrap(options.write ? pino(settings, { write: options.write }) : pino(settings));
}

/** pino does not run its formatters on the facts of a child, so they are redacted here. */
function wrap(line: Logger): Log {
  return {
    debug: (facts, message) => line.debug(facts, message),
    info: (facts, message) => line.info(facts, message),
    warn: (facts, message) => line.warn(facts, message),
    error: (facts, message) => line.error(facts, message),
    fatal: (facts, message) => line.fatal(facts, message),
    child: facts => wrap(line.child(redact(facts))),
  };
}
