/** Given to the sign-in page by a page that an operator without a session has opened or can no longer read. */
export interface SignInState {
  /** Where to continue. */
  readonly to: string;
  /** The page was in use when the session ended. */
  readonly hasEnded: boolean;
}

/** The state of a history entry, which anything may have written: only addresses of the back office are continued to. */
export function readSignInState(state: unknown): SignInState {
  const { to, hasEnded } = (state ?? {}) as Partial<Record<keyof SignInState, unknown>>;
  return { to: typeof to === "string" && /^\/(?![/\\])/.test(to) ? to : "/", hasEnded: hasEnded === true };
}
