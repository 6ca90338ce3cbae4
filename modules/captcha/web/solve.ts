import type { Api } from "#kit/web/api.ts";
import { getCaptcha, type WorkOffer } from "../shared/contract.ts";
import workerUrl from "./worker-address.ts";

/** Gets a challenge and solves it, by work or by a provider's widget; the solution goes with the refused call. */
export async function solveCaptcha(api: Pick<Api, "call">): Promise<string> {
  const { data } = await api.call(getCaptcha, {});
  if (data.kind === "work") return solveWork(data.challenge);
  return (await import("./widget-dialog.ts")).askInWidget();
}

/** Works in the background, so that the page stays responsive. */
function solveWork(challenge: WorkOffer["challenge"]): Promise<string> {
  const worker = new Worker(workerUrl);
  return new Promise<string>((resolve, reject) => {
    worker.onerror = () => reject(new Error("the captcha's worker could not run"));
    worker.onmessage = ({ data: solution }: MessageEvent<{ counter?: number; derivedKey?: string } | null>) => {
      if (typeof solution?.counter !== "number") reject(new Error("the captcha was not solved in time"));
      else resolve(btoa(JSON.stringify({ challenge, solution })));
    };
    worker.postMessage({ type: "work", challenge, counterStart: 0, counterStep: 1 });
  }).finally(() => worker.terminate());
}
