import type { DocumentKind } from "./contract.ts";

/** What an operator confirms of the documents before they approve a check. */
export const checks = ["readable", "name", "birth_date", "valid", "face", "address"] as const;
export type Check = (typeof checks)[number];

const byKind: Readonly<Record<DocumentKind, readonly Check[]>> = {
  identity: ["readable", "name", "birth_date", "valid"],
  identity_back: ["readable"],
  selfie: ["face"],
  address: ["address"],
};

/** The checklist of a case with these documents, in its order. */
export function checklistOf(kinds: readonly DocumentKind[]): readonly Check[] {
  const asked = new Set(kinds.flatMap(kind => byKind[kind]));
  return checks.filter(check => asked.has(check));
}
