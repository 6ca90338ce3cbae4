import { useTranslation } from "#kit/web/texts.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";

const tones = { open: "info", settled: "plain", voided: "bad" } as const;

export function BetState({ status }: { status: keyof typeof tones }) {
  const { t } = useTranslation("office");
  return <Tag tone={tones[status]}>{t(`play.bet_status.${status}`)}</Tag>;
}
