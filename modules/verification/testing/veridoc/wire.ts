import * as z from "zod/mini";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { CheckDecision } from "../../server/provider.ts";
import type { DocumentKind } from "../../shared/contract.ts";

/** Formats of an invented provider: hexadecimal files in slots, colours as outcomes, labels as reasons. */

export const slots: Readonly<Record<DocumentKind, string>> = {
  identity: "ID_FRONT",
  identity_back: "ID_BACK",
  selfie: "FACE",
  address: "PROOF_OF_ADDRESS",
};

export interface CaseFile {
  readonly slot: string;
  readonly mime: string;
  readonly hex: string;
}

export const decisions = { GREEN: "approved", RED: "declined", AMBER: "more" } as const;

const reasons: Readonly<Record<string, CheckDecision["reason"]>> = {
  BLUR: "unreadable",
  OUT_OF_DATE: "expired",
  FACE_DIFFERS: "mismatch",
  INCOMPLETE: "more_documents",
};

export const notificationSchema = z.object({
  notification: z.string().check(z.regex(/^n-[a-z0-9-]{1,40}$/)),
  case: z.object({
    external: z.pipe(
      z.string().check(z.regex(/^fh-[0-9a-f-]{36}$/)),
      z.transform((text, context): Uuid => {
        const id = parseUuid(text.slice("fh-".length));
        if (id) return id;
        context.issues.push({ code: "custom", message: "external_invalid", input: text });
        return z.NEVER;
      }),
    ),
    outcome: z.enum(["GREEN", "RED", "AMBER"]),
    labels: z.array(z.string()),
  }),
});

/** Labels outside the list are `other`. */
export function reasonOf(labels: readonly string[]): CheckDecision["reason"] {
  const [label] = labels;
  return label === undefined ? null : (reasons[label] ?? "other");
}
