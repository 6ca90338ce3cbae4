import type { Host } from "#kit/host/host.ts";
import { ProviderRejected } from "../provider.ts";
import { noteReports, type ProviderReport } from "./report-store.ts";

/** Runs a call of a provider and stores its outcome: what `outcomeOf` says of the result, `rejected`, or `no_response`. */
export async function noteCall<T>(
  { db, clock }: Pick<Host, "db" | "clock">,
  report: Pick<ProviderReport, "subject" | "action" | "provider">,
  send: () => Promise<T>,
  outcomeOf: (result: T) => string,
): Promise<T> {
  const note = (outcome: string) => noteReports(db, [{ ...report, source: "call", outcome }], new Date(clock.now()));
  let result: T;
  try {
    result = await send();
  } catch (error) {
    await note(error instanceof ProviderRejected ? "rejected" : "no_response");
    throw error;
  }
  await note(outcomeOf(result));
  return result;
}
