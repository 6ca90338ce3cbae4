import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { SealDisc } from "./seal-disc.tsx";

interface CommitmentBarProps {
  /** The hash shown as a seal in the bar; null or empty while there is no round. */
  readonly commitment: string | null;
  readonly name: string | null;
  readonly line: string;
  /** Id of the round to verify. */
  readonly id: string | null;
  readonly verify: string;
}

/** The last row of the stage: a round's commitment and a link to the verifier. */
export function CommitmentBar({ commitment, name, line, id, verify }: CommitmentBarProps) {
  const href = useHref();
  return (
    <div className="seedbar">
      <SealDisc of={commitment || "b41c0e97aa52f6c0"} />
      {name !== null && <span className="nowrap">{name}</span>}
      <span className="mono ellipsis grow subdued" title={commitment ?? undefined}>
        {line}
      </span>
      <Link className="act" to={href(id === null ? "/verify" : `/verify/${id}`)}>
        <Icon of={ShieldCheck} size={16} />
        {verify}
      </Link>
    </div>
  );
}
