// Computes a dice roll, the numbers of keno or a crash point again, with nothing but the Web Crypto of any browser or Node.
const bytes = hex => Uint8Array.from(hex.match(/../g), pair => Number.parseInt(pair, 16));

/** The 32 bytes of a message under a secret. */
async function hmac(secretHex, message) {
  const sign = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secretHex), sign, false, ["sign"]);
  return new DataView(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)));
}

/** The first eight bytes of the first block, as one whole number. */
async function firstWord(secretHex, message) {
  return (await hmac(secretHex, message)).getBigUint64(0);
}

/** Hundredths: 7248 is 72.48. */
export async function diceRoll(serverSeed, clientSeed, nonce) {
  const product = (await firstWord(serverSeed, `fairhouse-1:dice:${clientSeed}:${nonce}:0`)) * 10000n;
  if ((product & (2n ** 64n - 1n)) < 2n ** 64n % 10000n) throw new Error("a rejected word: take the next eight bytes");
  return Number(product >> 64n);
}

/** The ten numbers of keno in the order in which they fall; four words of eight bytes in each block. */
export async function kenoNumbers(serverSeed, clientSeed, nonce) {
  const board = Array.from({ length: 40 }, (_, index) => index + 1);
  for (let i = 0, word = 0; i < 10; word++) {
    const block = await hmac(serverSeed, `fairhouse-1:keno:${clientSeed}:${nonce}:${Math.floor(word / 4)}`);
    const left = BigInt(40 - i);
    const product = block.getBigUint64(8 * (word % 4)) * left;
    if ((product & (2n ** 64n - 1n)) < 2n ** 64n % left) continue;
    const j = i + Number(product >> 64n);
    [board[i], board[j]] = [board[j], board[i]];
    i += 1;
  }
  return board.slice(0, 10);
}

/** Hundredths: 299 is 2.99x. */
export async function crashPoint(link, round, salt) {
  const x = (await firstWord(link, `fairhouse-1:crash:${round}:${salt}:0`)) >> 12n;
  const point = (99n * 2n ** 52n) / (2n ** 52n - x);
  return Math.min(100_000_000, Math.max(100, Number(point)));
}
