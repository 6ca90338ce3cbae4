/** The two primitives of every draw, as an argument, so that a check can use another implementation. */
export interface Hashes {
  /** SHA-256 of the bytes, 32 bytes. */
  sha256(data: Uint8Array): Uint8Array;
  /** HMAC-SHA256 under the key, which is read once for all its messages: 32 bytes each. */
  hmacSha256(key: Uint8Array): (message: Uint8Array) => Uint8Array;
}
