import { createContext, type ReactNode, use } from "react";
import type { Unwrapped } from "#kit/web/query/route-cache.ts";
import type { LoginAnswer } from "#modules/accounts/shared/contract.ts";

/** What a sign-in returns: a token, or the second step that it requires. */
export type SignedIn = Unwrapped<LoginAnswer>;

/** The sign-in dialog, for sign-in methods of higher modules. */
export interface SignInDialog {
  /** Signs in with a token; if one more step is required, shows it. */
  enter(answer: SignedIn): Promise<void>;
  /** Shows something in place of the forms; null restores them. */
  show(instead: ReactNode): void;
}

export const SignInDialogContext = createContext<SignInDialog | null>(null);

export function useSignInDialog(): SignInDialog {
  const signInDialog = use(SignInDialogContext);
  if (!signInDialog) throw new Error("no SignInDialogContext above");
  return signInDialog;
}
