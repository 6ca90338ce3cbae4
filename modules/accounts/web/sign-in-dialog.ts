import { createContext, type ReactNode, use } from "react";
import type { LoginAnswer } from "#modules/accounts/shared/contract.ts";

/** The sign-in dialog, for sign-in methods of higher modules. */
export interface SignInDialog {
  /** Signs in with a token; if one more step is required, shows it. */
  enter(answer: LoginAnswer): Promise<void>;
  /** Shows something in place of the forms; null restores them. */
  show(instead: ReactNode): void;
}

export const SignInDialogContext = createContext<SignInDialog | null>(null);

export function useSignInDialog(): SignInDialog {
  const signInDialog = use(SignInDialogContext);
  if (!signInDialog) throw new Error("no SignInDialogContext above");
  return signInDialog;
}
