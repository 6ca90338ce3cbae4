import type { ErrorView, OpenView, RoundView, SpinRequest } from "#studio/frame/shared/calls.ts";

/** A call that was refused, or could not be made. */
export class CallError extends Error {
  readonly code: string;
  readonly round: string | undefined;
  readonly balance: string | undefined;
  constructor({ code, round, balance }: ErrorView) {
    super(code);
    this.code = code;
    this.round = round;
    this.balance = balance;
  }
}

export interface Rgs {
  open(launch: string): Promise<OpenView>;
  /** Repeated under the same request id when the connection breaks: the round is the same. */
  spin(request: SpinRequest): Promise<RoundView>;
  balance(): Promise<{ readonly balance: string | null }>;
}

const pausesMs = [300, 1_000, 3_000];

export function createRgs(): Rgs {
  let token = "";

  async function call<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`/rgs/v1/${path}`, {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T & ErrorView;
    if (!response.ok) throw new CallError(answer);
    return answer;
  }

  async function patiently<T>(path: string, body: object): Promise<T> {
    for (const pause of pausesMs) {
      try {
        return await call<T>(path, body);
      } catch (error) {
        if (error instanceof CallError && error.code !== "request_in_progress") throw error;
        await new Promise(resolve => setTimeout(resolve, pause));
      }
    }
    try {
      return await call<T>(path, body);
    } catch (error) {
      throw error instanceof CallError ? error : new CallError({ code: "offline" });
    }
  }

  return {
    async open(launch) {
      const view = await call<OpenView>("session", { launch });
      token = view.session;
      return view;
    },
    spin: request => patiently("spin", request),
    balance: () => call("balance", {}),
  };
}
