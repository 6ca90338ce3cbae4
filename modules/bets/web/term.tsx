import type { ReactNode } from "react";
import { Definition } from "#kit/ui/definition.tsx";
import { useTranslation } from "#kit/web/texts.tsx";

interface TermProps {
  readonly of: "rtp" | "edge";
  readonly className?: string;
  readonly children: ReactNode;
}

/** A term of every game, explained in a tooltip. */
export function Term({ of, ...rest }: TermProps) {
  const { t } = useTranslation("bets");
  return <Definition means={t(`terms.${of}`)} {...rest} />;
}
