/**
 * One deposit has one idempotency key, from the first press until the server has answered, also
 * across a reload: pressing again can never open a second invoice.
 */
interface Intent {
  readonly key: string;
  readonly body: string;
}

const name = "deposit-intent";

/** The key for this request; the former one while the same request has no answer. */
export function intentKey(player: string, body: object): string {
  const content = JSON.stringify([player, body]);
  const former = read();
  if (former?.body === content) return former.key;
  const intent: Intent = { key: crypto.randomUUID(), body: content };
  sessionStorage.setItem(name, JSON.stringify(intent));
  return intent.key;
}

/** The server has answered: the next press is another request. */
export function intentAnswered(): void {
  sessionStorage.removeItem(name);
}

function read(): Intent | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") as Intent | null;
  } catch {
    return null;
  }
}
