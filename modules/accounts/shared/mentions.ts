const mention = /(?<![\p{L}\p{N}_.])@([\p{L}\p{N}_.-]*[\p{L}\p{N}_])/gu;

/** How a note names an operator: the name in lower case, with dots for spaces. */
export function operatorHandle(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ".");
}

/** The handles after an @ in a note. One inside an email address is none. */
export function handlesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(mention)].map(([, handle = ""]) => handle.toLowerCase()));
}
