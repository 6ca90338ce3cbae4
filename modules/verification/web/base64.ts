const piece = 0x8000;

/** Base64 of bytes; in chunks, because a call takes a limited number of arguments. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}
