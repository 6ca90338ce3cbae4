import { errorCode } from "#kit/contract/error-code.ts";

export const vaultLocked = errorCode("vault_locked", {
  status: 409,
  when: "taking money out of a vault before `data.until`",
});
