/** Frames from one node to all others, by subject. It loses frames when it is down, and never holds anything up. */
export interface Fanout {
  readonly kind: "memory" | "redis" | "nats";
  /** Never throws and never waits: what cannot be sent is dropped and counted. */
  publish(subject: string, frame: Buffer): void;
  /** Frames of one publisher arrive in their order. Resolves once the broker has noted it. */
  subscribe(subject: string, listener: (frame: Buffer) => void): Promise<Unsubscribe>;
  readonly state: FanoutState;
  close(): Promise<void>;
}

export type Unsubscribe = () => void;

export interface FanoutState {
  readonly connected: boolean;
  /** Frames that were not sent, because the broker was away or they were too large. */
  readonly dropped: number;
}

/** Larger frames are not sent. */
export const largestFrame = 1024 * 1024 - 1;

/** Listeners by subject; one that throws affects no other. */
export class Listeners {
  readonly #bySubject = new Map<string, Set<(frame: Buffer) => void>>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** True if it is the first of its subject. */
  add(subject: string, listener: (frame: Buffer) => void): boolean {
    const own = this.#bySubject.get(subject) ?? new Set();
    this.#bySubject.set(subject, own);
    own.add(listener);
    return own.size === 1;
  }

  /** True if it was the last of its subject. */
  remove(subject: string, listener: (frame: Buffer) => void): boolean {
    const own = this.#bySubject.get(subject);
    if (!own?.delete(listener) || own.size > 0) return false;
    this.#bySubject.delete(subject);
    return true;
  }

  deliver(subject: string, frame: Buffer): void {
    for (const listener of [...(this.#bySubject.get(subject) ?? [])]) {
      try {
        listener(frame);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  get subjects(): readonly string[] {
    return [...this.#bySubject.keys()];
  }
}
