/** A structured log: `log.info({ round: 7 }, "round opened")`. Secrets, tokens, passwords, codes and emails are redacted. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
  fatal(facts: object, message: string): void;
  child(facts: object): Log;
}
