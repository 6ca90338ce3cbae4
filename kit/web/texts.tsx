import { createContext, type ReactElement, type ReactNode, use, useMemo } from "react";
import type { Namespace } from "#kit/i18n/text-keys.ts";
import { createTranslate, type Texts, type Translate } from "#kit/i18n/translate.ts";

/** Loads the texts of a namespace in the language of the page. */
export type LoadTexts = (namespace: string) => Promise<Texts>;

export interface TextStore {
  /** BCP 47. */
  readonly language: string;
  /** The texts that operators have changed, as the page carries them: JSON by namespace, with the path of each text as its key. */
  readonly own?: string | undefined;
  loaded(namespace: string): Texts | undefined;
  /** Returns the same promise each time, so that a component may suspend on it. */
  load(namespace: string): Promise<unknown>;
}

/** The loaded texts of one language with the changed ones, `own`, and a loader for the others. `failed` receives load errors. */
export function createTextStore(
  language: string,
  loadTexts: LoadTexts,
  failed: (message: string, error: unknown) => void = () => undefined,
  own?: string,
): TextStore {
  const changed: Readonly<Record<string, Texts>> = own ? JSON.parse(own) : {};
  const here = new Map<string, Texts>();
  const coming = new Map<string, Promise<unknown>>();
  return {
    language,
    own,
    loaded: namespace => here.get(namespace),
    load(namespace) {
      const known = coming.get(namespace);
      if (known) return known;
      // React reads `status` to detect synchronously that a promise is settled.
      const texts: Promise<unknown> & { status?: string; value?: unknown; reason?: unknown } = loadTexts(
        namespace,
      ).then(
        found => {
          here.set(namespace, { ...found, ...changed[namespace] });
          Object.assign(texts, { status: "fulfilled", value: found });
        },
        error => {
          coming.delete(namespace);
          failed("Failed locale loading", error);
          Object.assign(texts, { status: "rejected", reason: error });
          throw error;
        },
      );
      texts.status = "pending";
      coming.set(namespace, texts);
      return texts;
    },
  };
}

const empty = createTextStore("en", async () => ({}));
export const TextContext = createContext<TextStore>(empty);

/**
 * `t` of a module's own texts; texts of `others` have a prefix, those of `common` are always loaded. Suspends while
 * texts load, so a page, game or modal never shows a key for a moment.
 */
export function useTranslation<Own extends Namespace, Others extends readonly Namespace[]>(
  own: Own,
  ...others: Others
): { readonly t: Translate<Own, Others[number]> } {
  const store = use(TextContext);
  // Every render uses the same promises, also settled ones: a suspended component is rendered again, and React
  // loses track of its hooks if a promise it suspended on is not used that time.
  for (const texts of [own, ...others].map(store.load)) use(texts);
  return useMemo(() => ({ t: createTranslate(store.language, own, store.loaded) }), [store, own]);
}

/** A text with `<name>...</name>` in it: each such part is rendered by the function of that name. */
export function RichText(props: {
  readonly text: string;
  readonly parts: Readonly<Record<string, (text: string) => ReactElement>>;
}): ReactNode {
  const pieces = props.text.split(/<(\w+)>(.*?)<\/\1>/);
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece;
    return index % 3 === 1 ? props.parts[piece]?.(pieces[index + 1] ?? "") : null;
  });
}
