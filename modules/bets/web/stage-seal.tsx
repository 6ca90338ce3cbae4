import { Seal } from "#kit/ui/seal.tsx";

/** The faint rosette behind a scene, in the hue of its game. */
export function StageSeal({ of }: { of: string }) {
  return (
    <div className="stage-seal" aria-hidden="true">
      <Seal of={of} size={820} copies={16} inner={0.42} points={340} radius={48} stroke={0.115} />
    </div>
  );
}
