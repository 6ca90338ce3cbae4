/** The parts of the OpenID provider that the sandbox uses; the package has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Interaction {
    readonly uid: string;
    readonly params: { readonly client_id: string };
  }
  interface Claims {
    readonly sub: string;
    readonly [claim: string]: unknown;
  }
  interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
      readonly result?: { readonly login?: object };
      readonly provider: Provider;
      readonly requestParamScopes: ReadonlySet<string>;
    };
  }
  class Grant {
    constructor(of: { readonly accountId: string; readonly clientId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  class Check {
    static readonly REQUEST_PROMPT: true;
    static readonly NO_NEED_TO_PROMPT: false;
    constructor(reason: string, description: string, check: (context: Context) => boolean);
  }
  export const interactionPolicy: {
    readonly Check: typeof Check;
    base(): { get(name: "login"): { readonly checks: { add(check: Check): void } } };
  };
  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: typeof Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
