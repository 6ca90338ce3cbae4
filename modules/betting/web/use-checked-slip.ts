import { useEffect, useState } from "react";
import { nobleHashes } from "#kit/fair/noble.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { type FeedFrame, getFeedFrame } from "#modules/odds/shared/proof-contract.ts";
import type { SlipProof } from "../shared/proof-contract.ts";
import type { SlipVerification } from "../shared/proof-steps.ts";
import { type FramesByName, frameName, wantedFrames } from "../shared/verify-log.ts";
import { readReceipt } from "../shared/verify-receipt.ts";
import { verifySlip } from "../shared/verify-slip.ts";

export interface CheckedSlip {
  readonly proof: SlipProof;
  readonly frames: FramesByName;
  readonly verification: SlipVerification;
}

/** Reads the frames that the proof names, then verifies; undefined until then. */
export function useCheckedSlip(proof: SlipProof | undefined): CheckedSlip | undefined {
  const { read } = useRouteCache();
  const [checked, setChecked] = useState<CheckedSlip>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a proof that was read again is another object
  useEffect(() => {
    if (!proof) return;
    let isStale = false;
    setChecked(undefined);
    const readFrame = async (params: { producer: string; epoch: string; frame: string }) =>
      read(getFeedFrame, { params }).catch(() => undefined);
    void framesOf(proof, readFrame).then(frames => {
      if (!isStale) setChecked({ proof, frames, verification: verifySlip(nobleHashes, proof, frames) });
    });
    return () => {
      isStale = true;
    };
  }, [proof]);
  return checked;
}

type ReadFrame = (params: { producer: string; epoch: string; frame: string }) => Promise<FeedFrame | undefined>;

async function framesOf(proof: SlipProof, read: ReadFrame): Promise<FramesByName> {
  const legs = readReceipt(proof.receipt, "slip")?.legs ?? [];
  const wanted = new Map(proof.events.flatMap(event => wantedFrames(event, legs)).map(each => [frameName(each), each]));
  const found = await Promise.all(
    [...wanted].map(async ([name, { producer, epoch, frame }]) => {
      const body = await read({ producer, epoch: `${epoch}`, frame: `${frame}` });
      return body ? [[name, body] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** The proof with its frames in one file: `npm run verify -- --file` needs nothing else. */
export function saveProof({ proof, frames }: CheckedSlip): void {
  const link = document.createElement("a");
  const text = JSON.stringify({ slip: proof, frames: Object.fromEntries(frames) }, null, 2);
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `fairhouse-bet-${proof.id.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
