import { useTranslation } from "#kit/web/texts.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";

const tones: Readonly<Record<string, "good" | "wait" | "plain" | "info">> = {
  open: "info",
  settled: "good",
  voided: "plain",
  cashed_out: "plain",
};

export function SlipState({ status }: { readonly status: string }) {
  const { t } = useTranslation("office", "betting");
  return <Tag tone={tones[status] ?? "plain"}>{t.in("betting:slip.states", status)}</Tag>;
}
