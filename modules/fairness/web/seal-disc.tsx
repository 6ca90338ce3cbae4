import { Seal } from "#kit/ui/seal.tsx";

/** The small seal of a committed hash: the rosette with an empty middle, because nothing has been checked yet. */
export function SealDisc({ of }: { of: string }) {
  return (
    <span className="seal-disc">
      <Seal of={of} size={30} />
    </span>
  );
}
