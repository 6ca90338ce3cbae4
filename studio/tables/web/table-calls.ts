import type { ErrorView } from "#studio/frame/shared/calls.ts";
import { CallError, isUnknown } from "#studio/frame/web/rgs.ts";
import type { ActRequest, BetRequest, OwnRound, TableOpenView } from "../shared/calls.ts";

/** Calls of the table to the studio. */
export interface TableCalls {
  open(launch: string): Promise<TableOpenView>;
  /** Repeated under the same request id when the connection breaks: the bet is the same. */
  bet(request: BetRequest): Promise<OwnRound>;
  own(): Promise<{ readonly own: OwnRound | null; readonly seats: readonly number[] }>;
  /** Takes or leaves a seat. @returns the player's */
  seat(seat: number, isTaken: boolean): Promise<readonly number[]>;
  /** A decision, repeated like a bet. */
  act(request: ActRequest): Promise<OwnRound>;
  balance(): Promise<string | null>;
  readonly token: () => string;
}

const pausesMs = [300, 700, 1_500];

export function createTableCalls(): TableCalls {
  let token = "";

  async function call<T>(path: string, body: object): Promise<T> {
    const response = await fetch(path, {
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
    for (const pause of [...pausesMs, null]) {
      try {
        return await call<T>(path, body);
      } catch (error) {
        if (!isUnknown(error)) throw error;
        if (pause === null) throw error instanceof CallError ? error : new CallError({ code: "offline" });
        await new Promise(resolve => setTimeout(resolve, pause));
      }
    }
    throw new CallError({ code: "offline" });
  }

  return {
    async open(launch) {
      const view = await call<TableOpenView>("/tables/v1/session", { launch });
      token = view.session;
      return view;
    },
    bet: request => patiently("/tables/v1/bet", request),
    own: () => call("/tables/v1/own", {}),
    seat: async (seat, isTaken) =>
      (await call<{ seats: readonly number[] }>(`/tables/v1/${isTaken ? "seat" : "leave"}`, { seat })).seats,
    act: request => patiently("/tables/v1/act", request),
    balance: async () => (await call<{ balance: string | null }>("/rgs/v1/balance", {})).balance,
    token: () => token,
  };
}
