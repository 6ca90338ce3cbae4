/** A fingerprint of everything that happened in one seed, in order: the same seed has the same. */
export interface Trace {
  add(text: string): void;
  /** 16 hex digits of all that was added so far. */
  readonly sum: string;
}

/** FNV-1a (public domain, by Fowler, Noll and Vo) over two halves of 32 bits that begin differently. */
export function createTrace(): Trace {
  let [a, b] = [0x811c9dc5, 0x2f0b4a27];
  const hex = (half: number) => (half >>> 0).toString(16).padStart(8, "0");
  return {
    add(text) {
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        a = Math.imul(a ^ unit, 0x01000193);
        b = Math.imul(b ^ unit, 0x01000193) ^ (b >>> 13);
      }
      a = Math.imul(a ^ 0x1f, 0x01000193);
      b = Math.imul(b ^ 0x1f, 0x01000193);
    },
    get sum() {
      return hex(a) + hex(b);
    },
  };
}
