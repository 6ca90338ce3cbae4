import texts from "#modules/fairness/locale/en.json" with { type: "json" };
import type { ProofRecord } from "#modules/fairness/shared/proof.ts";
import type { Piece, Verification } from "#modules/fairness/shared/verification.ts";

const stateSigns = { equal: "=", computed: "·", differs: "≠" } as const;

/** The proof in words, one step after the other, the verdict last. */
export function describe(record: ProofRecord, found: Verification, color: boolean): string {
  const name =
    record.kind === "seeds" ? `${record.game}, nonce ${record.nonce}` : `${record.game}, round ${record.round}`;
  const steps = found.steps.flatMap((step, index) => [
    `${index + 1}. ${fill(stepText(step.key), step.values)}`,
    `   ${step.line.map(piece => paint(piece, color)).join("")}`,
    `   ${stateSigns[step.state]} ${texts.states[step.state]}`,
  ]);
  const reason = found.verdict === "not_revealed" ? [texts.reasons[`not_revealed_${record.kind}`]] : [];
  return [name, "", ...steps, "", verdictLine(found), ...reason].join("\n");
}

function verdictLine(found: Verification): string {
  const text = texts.verdicts[found.verdict];
  return found.verdict === "matches" && found.result !== null ? `${found.result}: ${text}.` : `${text}.`;
}

function stepText(key: string): string {
  return Object.hasOwn(texts.steps, key) ? texts.steps[key as keyof typeof texts.steps] : key;
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Marked bytes in bold where the terminal shows colours, in brackets elsewhere. */
function paint(piece: Piece, color: boolean): string {
  if (!piece.mark) return piece.text;
  return color ? `\u001b[1;33m${piece.text}\u001b[0m` : `[${piece.text}]`;
}
