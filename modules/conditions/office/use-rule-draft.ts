import { useDeferredValue, useMemo, useState } from "react";
import type { Rule } from "../shared/rule.ts";
import { canRead, draftOf, newGroup, newLeaf, type OfferedFact, ruleOf } from "./rule-draft.ts";

/** A rule that is edited: the draft, its text as calls take it, and whether every condition of it is filled in. */
export function useRuleDraft(stored: Rule | undefined, facts: ReadonlyMap<string, OfferedFact>) {
  const [draft, setDraft] = useState(() =>
    stored ? draftOf(stored) : newGroup([...facts.values()].slice(0, 1).map(newLeaf)),
  );
  const text = useDeferredValue(JSON.stringify(ruleOf(draft, facts)));
  const isValid = useMemo(() => canRead(text, facts), [text, facts]);
  return { draft, setDraft, text, isValid };
}
