import type { DocumentKind } from "./contract.ts";

/** What an operator confirms about the documents before approving an identity check. */
export const checks = ["readable", "name", "birth_date", "valid", "face", "address"] as const;
export type Check = (typeof checks)[number];

const byKind: Readonly<Record<DocumentKind, readonly Check[]>> = {
  identity: ["readable", "name", "birth_date", "valid"],
  identity_back: ["readable"],
  selfie: ["face"],
  address: ["address"],
};

/** The items to confirm for documents of these kinds, in the order of `checks`. */
export function checklistOf(kinds: readonly DocumentKind[]): readonly Check[] {
  const needed = new Set(kinds.flatMap(kind => byKind[kind]));
  return checks.filter(check => needed.has(check));
}
