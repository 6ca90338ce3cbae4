/** Encodings in which 32 bytes of a secret could leak. */
export const forms: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  hex: bytes => Buffer.from(bytes).toString("hex"),
  HEX: bytes => Buffer.from(bytes).toString("hex").toUpperCase(),
  // Without its last characters, which depend on what follows and on padding.
  base64: bytes => Buffer.from(bytes).toString("base64").slice(0, 42),
  base64url: bytes => Buffer.from(bytes).toString("base64url").slice(0, 42),
  decimal: bytes => String(BigInt(`0x${Buffer.from(bytes).toString("hex")}`)),
  "list of bytes": bytes => [...bytes].join(","),
  "raw bytes": bytes => Buffer.from(bytes).toString("latin1"),
};

export interface Leak {
  readonly secret: number;
  readonly form: string;
  /** The surrounding text. */
  readonly near: string;
}

/** Every secret in the text, in any encoding. */
export function secretsIn(text: string, secrets: readonly Uint8Array[]): Leak[] {
  return secrets.flatMap((bytes, secret) =>
    Object.entries(forms).flatMap(([form, write]) => {
      const at = text.indexOf(write(bytes));
      return at < 0 ? [] : [{ secret, form, near: text.slice(Math.max(0, at - 120), at) }];
    }),
  );
}
