import type { Host } from "#kit/host/host.ts";

/** An identity at a provider. `email` only if the provider has verified it. */
export interface Person {
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** Ties the answer to the request: held by the browser and the server, sent to the provider only hashed or as state. */
export interface AccountLinks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider's calls. The query with which it redirects the window has our `state`. */
export interface SignInProvider {
  /** The URL of the provider's page. Throws Failure `unavailable` when it cannot be reached. */
  addressOf(accountLinks: AccountLinks): Promise<string>;
  /** The identity in the provider's answer, whose signature is verified. Fails with `social_cancelled`, `social_refused`, `unavailable`. */
  personOf(answer: string, accountLinks: AccountLinks): Promise<Person>;
  /** Health check; rejects when the provider is unavailable. */
  probe(): Promise<void>;
}

/** What a provider is connected with. */
export interface SignInAccount {
  /** The text after the provider's name in SOCIAL_PROVIDERS. */
  readonly settings: string;
  redirectAddress(): string;
}

/**
 * A supported sign-in provider. Each has a folder in `../providers` with its calls, the check of its answers, its formats and its
 * health check; the rest of the module has only what is declared here.
 */
export interface SupportedProvider {
  /** Shown on its button. */
  readonly title: string;
  /** Domains of the mailboxes that it runs itself. */
  readonly mailboxes: readonly string[];
  /** Throws a sentence for settings that it cannot read. */
  connect(host: Pick<Host, "clock" | "log">, account: SignInAccount): SignInProvider;
}

/** By the name that SOCIAL_PROVIDERS and links use. */
export type SupportedProviders = Readonly<Record<string, SupportedProvider>>;
