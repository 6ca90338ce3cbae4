const censored = "[redacted]";
/** A key that contains one of these, in any case and with any separators, never has its value logged. */
const secretKey =
  /authorization|cookie|token|password|passwd|secret|seed|e_?-?mail|phone|api_?-?key|privatekey|hmac|signature/i;
/** These are common parts of other words, so only the whole key is compared. */
const secretWhole = /^(code|key|pin|otp|proof|challenge|grant|captcha)$/i;
/** These names are harmless although they contain one of the words. */
const harmless = /^(seed_number|seedNumber|server_seed_hash|next_server_seed_hash|serverSeedHash)$/;
const deepest = 6;
const longest = 2000;

/**
 * A copy of `facts` for the log, with the values of secret keys replaced at any depth. Depth, text and lists are cut,
 * so that one line stays one line; bytes are never written.
 */
export function redact(facts: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, redactValue(key, value, 1)]));
}

function redactValue(key: string, value: unknown, depth: number): unknown {
  if (isSecret(key) && value !== undefined && value !== null && typeof value !== "boolean") return censored;
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return value.length > longest ? `${value.slice(0, longest)}...` : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Error) return errorFacts(value);
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= deepest) return "[deeper]";
  if (Array.isArray(value)) return value.slice(0, 50).map(item => redactValue("", item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactValue(name, inner, depth + 1)]));
}

function isSecret(key: string): boolean {
  return secretWhole.test(key) || (secretKey.test(key) && !harmless.test(key));
}

/** The loggable part of an error. PostgreSQL's `detail` and `where` quote values of rows and are left out. */
function errorFacts(error: Error): Record<string, unknown> {
  const { sqlState, constraint, table } = databaseFacts(error);
  return {
    type: error.name,
    message: error.message.slice(0, longest),
    ...(sqlState && { sql_state: sqlState }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    stack: error.stack?.slice(0, 4 * longest),
    ...(error.cause instanceof Error && { cause: errorFacts(error.cause) }),
  };
}

function databaseFacts(error: Error): { sqlState?: string; constraint?: string; table?: string } {
  const facts: Record<string, string> = {};
  for (const [from, to] of [
    ["code", "sqlState"],
    ["constraint", "constraint"],
    ["table", "table"],
  ] as const) {
    const value: unknown = Reflect.get(error, from);
    if (typeof value === "string") facts[to] = value;
  }
  return facts;
}
