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

const unknownCodes: ReadonlySet<string> = new Set(["offline", "request_in_progress", "internal"]);

/** Whether the studio may have done what was asked: its response was lost, it is still at work, or it failed at some point of it. */
export function isUnknown(error: unknown): boolean {
  return !(error instanceof CallError) || unknownCodes.has(error.code);
}

export interface Rgs {
  open(launch: string): Promise<OpenView>;
  /** Repeated under the same request id when the connection breaks, also by the next call for the same spin: the round is the same. */
  spin(chosen: Omit<SpinRequest, "request">): Promise<RoundView>;
  balance(): Promise<{ readonly balance: string | null }>;
}

const pausesMs = [300, 1_000, 3_000];

export function createRgs(): Rgs {
  let token = "";
  /** The spin whose response was lost. */
  let unanswered: SpinRequest | undefined;

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
        if (!isUnknown(error)) throw error;
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
    async spin(chosen) {
      const { mode, stake, free } = chosen;
      const isSame = unanswered?.mode === mode && unanswered.stake === stake && unanswered.free === free;
      const request = isSame && unanswered ? unanswered.request : crypto.randomUUID();
      const spin: SpinRequest = { ...chosen, request };
      unanswered = undefined;
      try {
        return await patiently<RoundView>("spin", spin);
      } catch (error) {
        if (isUnknown(error)) unanswered = spin;
        throw error;
      }
    },
    balance: () => call("balance", {}),
  };
}
