import { errorCode } from "#kit/contract/error-code.ts";

/** `why`: `shape`, `depth`, `size`, `fact`, `operator`, `value` or `currency`. */
export const ruleInvalid = errorCode("rule_invalid", {
  status: 422,
  when: "a rule of a segment that cannot be read; `data.at` is the place in it, `data.why` one of shape, depth, size, fact, operator, value and currency",
});
