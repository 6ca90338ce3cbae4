import { readFileSync } from "node:fs";
import { hash, verify } from "@node-rs/argon2";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Host, PasswordCost } from "#kit/host/host.ts";

/** argon2id (the library's default kind), 1 lane; some 50 ms and 64 MiB each. */
export const fullPasswordCost: PasswordCost = { memoryKib: 64 * 1024, passes: 3 };
/** Hashes computed at once, and how many may wait (about a second) before the rest are refused. */
const atOnce = 2;
const mayWait = 40;

/** Used when there is no password: the same cost, and no password matches it. */
const decoyOf = ({ memoryKib, passes }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Hashes and verifies passwords behind a queue, so that many logins at once neither fill memory nor delay bets. */
export interface Passwords {
  /** Throws Failure `unavailable` when the queue is full. */
  hash(password: string): Promise<string>;
  /** Costs the same without a hash as with one. Throws Failure `unavailable` when the queue is full. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

/** @param onWork called for each computed hash. */
export function createPasswords(
  { passwordCost = fullPasswordCost }: Pick<Host, "passwordCost">,
  onWork: () => void = () => undefined,
): Passwords {
  const { memoryKib: memoryCost, passes: timeCost } = passwordCost;
  const decoy = decoyOf(passwordCost);
  const enqueue = createQueue(atOnce, mayWait);
  const work = <T>(task: () => Promise<T>) =>
    enqueue(() => {
      onWork();
      return task();
    });
  return {
    hash: password => work(() => hash(normal(password), { memoryCost, timeCost, parallelism: 1 })),
    async verify(password, known) {
      const isRight = await work(() => verify(known ?? decoy, normal(password)));
      return known !== null && isRight;
    },
  };
}

/** The same password typed on another keyboard may have other code points. */
function normal(password: string): string {
  return password.normalize("NFKC");
}

function createQueue(slots: number, waitingSlots: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= slots) {
      if (waiting.length >= waitingSlots) fail(unavailable, { retryAfter: 2 });
      await new Promise<void>(resolve => waiting.push(resolve));
    } else busy++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}

const commonPasswords = new Set(
  readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean),
);

/** Among the passwords that attackers try first: the most common ones, one character repeated, or the email itself. */
export function isCommonPassword(password: string, email: string): boolean {
  const text = normal(password).toLowerCase();
  const mailbox = email.toLowerCase();
  return (
    commonPasswords.has(text) || new Set(text).size === 1 || text === mailbox || text === mailbox.replace(/@.*$/, "")
  );
}
