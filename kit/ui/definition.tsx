import type { ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

interface DefinitionProps {
  /** What the term means, in a sentence or two. */
  readonly means: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A term that shows its meaning on hover, on focus and on a tap. */
export function Definition({ means, className, children }: DefinitionProps) {
  return (
    <Tooltip text={means} theme="white-tooltip">
      <button type="button" className={className ? `def ${className}` : "def"}>
        {children}
      </button>
    </Tooltip>
  );
}
