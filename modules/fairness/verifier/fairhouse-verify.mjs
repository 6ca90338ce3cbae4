// Computes a dice roll or a crash point again, with nothing but the Web Crypto of any browser or Node.
const bytes = hex => Uint8Array.from(hex.match(/../g), pair => Number.parseInt(pair, 16));

/** The first eight bytes of the first block, as one whole number. */
async function firstWord(secretHex, message) {
  const sign = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secretHex), sign, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message));
  return new DataView(digest).getBigUint64(0);
}

/** Hundredths: 7248 is 72.48. */
export async function diceRoll(serverSeed, clientSeed, nonce) {
  const product = (await firstWord(serverSeed, `fairhouse-1:dice:${clientSeed}:${nonce}:0`)) * 10000n;
  if ((product & (2n ** 64n - 1n)) < 2n ** 64n % 10000n) throw new Error("a rejected word: take the next eight bytes");
  return Number(product >> 64n);
}

/** Hundredths: 299 is 2.99x. */
export async function crashPoint(link, round, salt) {
  const x = (await firstWord(link, `fairhouse-1:crash:${round}:${salt}:0`)) >> 12n;
  const point = (99n * 2n ** 52n) / (2n ** 52n - x);
  return Math.min(100_000_000, Math.max(100, Number(point)));
}
