/**
 * `works`: a test shows it as the specification says it. `page only`: the page or field is there, and what it is for is not, or is
 * not shown. `empty`: nothing in the product can create it yet. `open`: not shown by any test.
 */
export const states = ["works", "page only", "empty", "open"] as const;
export type State = (typeof states)[number];

/** A test, and what it asserts: an excerpt of its source. */
export interface Proof {
  /** Short name of the file, see files.ts. */
  readonly file: string;
  readonly title: string;
  readonly asserts: string;
}

/** One statement of the specification, in our words. */
export interface Row {
  readonly text: string;
  readonly state: State;
  /** Why it does not work yet; empty for what works. */
  readonly because: string;
  readonly proofs: readonly Proof[];
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

export function section(title: string, ...rows: readonly Row[]): Section {
  return { title, rows };
}

/** `file: title of a test => excerpt of what it asserts`. */
type ProofText = string;

export function works(text: string, ...proofs: readonly ProofText[]): Row {
  return { text, state: "works", because: "", proofs: proofs.map(proofOf) };
}

export function pageOnly(text: string, because: string, ...proofs: readonly ProofText[]): Row {
  return { text, state: "page only", because, proofs: proofs.map(proofOf) };
}

export function empty(text: string, because: string, ...proofs: readonly ProofText[]): Row {
  return { text, state: "empty", because, proofs: proofs.map(proofOf) };
}

export function open(text: string, because: string, ...proofs: readonly ProofText[]): Row {
  return { text, state: "open", because, proofs: proofs.map(proofOf) };
}

function proofOf(text: ProofText): Proof {
  const [reference = "", ...asserts] = text.split(" => ");
  const at = reference.indexOf(": ");
  return { file: reference.slice(0, at), title: reference.slice(at + 2), asserts: asserts.join(" => ") };
}
