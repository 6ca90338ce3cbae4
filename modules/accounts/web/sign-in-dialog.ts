import { createContext, type ReactNode, use } from "react";
import type { LoginAnswer } from "#modules/accounts/shared/contract.ts";

/** The door somebody stands in, for the ways in that higher modules bring. */
export interface SignInDialog {
  /** Goes in with a token; where one more step is due, that is shown. */
  enter(answer: LoginAnswer): Promise<void>;
  /** Shows something in place of the forms; null brings them back. */
  show(instead: ReactNode): void;
}

export const SignInDialogContext = createContext<SignInDialog | null>(null);

export function useSignInDialog(): SignInDialog {
  const signInDialog = use(SignInDialogContext);
  if (!signInDialog) throw new Error("no DoorContext above");
  return signInDialog;
}
