import type { TextName, TitledNamespace } from "#kit/i18n/text-keys.ts";
import type { Translate } from "#kit/i18n/translate.ts";
import type { ProofRecord } from "./proof.ts";
import type { Verifier, Verifiers } from "./verification.ts";

/** A text of a game, or of this module. */
type ProofText = TextName<TitledNamespace | "fairness">;

/** An input of the manual check that a game needs besides its seeds: a field on the page, a flag in the terminal. */
export interface ProofField {
  /** Of the flag too: `--target`. */
  readonly name: string;
  /** Key of its text, with the namespace: `dice:target`. */
  readonly label: ProofText;
  readonly initial: string;
  /** What may be typed. */
  readonly pattern?: RegExp;
  /** What may be chosen, each with the key of its text: instead of typing. */
  readonly choices?: readonly { readonly value: string; readonly text: ProofText }[];
}

export type FieldValues = Readonly<Record<string, string>>;
export type Inputs = Readonly<Record<string, unknown>>;

/** The page's words. */
export type Say = Translate<"fairness", TitledNamespace>;

/**
 * What verifiers need for a game. Every game has one in its `shared/proof.ts`; the verifying application passes a list of them. A game
 * that is played both with the player's own seeds and in shared rounds has one for each.
 */
export interface GameProof {
  readonly game: TitledNamespace;
  /** Of the player's own seeds, or of a chain. */
  readonly kind: "seeds" | "chain";
  /** Of a chain whose sequence has another name than the game: `roulette-1`. */
  readonly sequence?: string;
  /** Key of its name, where the game has two of these; else the game's title. */
  readonly name?: ProofText;
  /** The version of the rules that this code plays by. */
  readonly version: string;
  readonly verify: Verifier;
  readonly fields: readonly ProofField[];
  /** The inputs of a record from the fields as they are typed; undefined when they make no bet. */
  inputs(values: FieldValues): Inputs | undefined;
  /** The fields of a record's inputs. */
  values(inputs: Inputs): FieldValues;
  /** The outcome that a manually computed result means. */
  outcome(result: string, inputs: Inputs): Record<string, unknown>;
  /** What a result pays that nothing was staked on, for a check by hand: as amounts travel. */
  prize?(result: string, currency: string): string;
  /** What was bet, in the page's words; `number` writes a decimal in its language. */
  title(inputs: Inputs, say: Say, number: (text: string) => string): string;
  /** The result as a record says it before its seed is revealed. */
  stated(outcome: Inputs): string | null;
  /** How the result is written: as it is, smaller because it is long, or as a multiplier. */
  readonly numberFormat: "plain" | "long" | "multiplier";
  /** The result in the page's words, where it is no number. */
  shown?(result: string, say: Say): string;
}

export function verifiersOf(proofs: readonly GameProof[]): Verifiers {
  return Object.fromEntries(proofs.map(({ game, verify }) => [game, verify]));
}

/** The fields of a game at rest. */
export function initialValues({ fields }: Pick<GameProof, "fields">): FieldValues {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** The names of the fields that cannot be read. */
export function badValues({ fields }: Pick<GameProof, "fields">, values: FieldValues): readonly string[] {
  return fields
    .filter(({ name, pattern, choices }) => {
      const value = (values[name] ?? "").trim();
      return choices ? !choices.some(choice => choice.value === value) : pattern?.test(value) === false;
    })
    .map(({ name }) => name);
}

export function proofOf(
  proofs: readonly GameProof[],
  record: Pick<ProofRecord, "game" | "kind">,
): GameProof | undefined {
  return proofs.find(({ game, kind }) => game === record.game && kind === record.kind);
}

/** Identifies a proof type: the sequence of a chain, otherwise the game. */
export const idOf = ({ sequence, game }: Pick<GameProof, "game" | "sequence">): string => sequence ?? game;

/** The key of a proof's name. */
export const nameKeyOf = ({ name, game }: Pick<GameProof, "game" | "name">): ProofText => name ?? `${game}:title`;

/** The games of the proofs, each once: where their texts are. */
export const gamesOf = (proofs: readonly GameProof[]): readonly TitledNamespace[] => [
  ...new Set(proofs.map(({ game }) => game)),
];
