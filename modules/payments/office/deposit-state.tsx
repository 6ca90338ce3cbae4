import { useTranslation } from "#kit/web/texts.tsx";
import { Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";

const states: Readonly<Record<number, readonly [string, Tone]>> = {
  1: ["created", "plain"],
  2: ["waiting", "info"],
  3: ["paid", "good"],
  4: ["expired", "plain"],
  5: ["declined", "bad"],
  6: ["cancelled", "plain"],
};

export function DepositState({ status }: { status: number }) {
  const { t } = useTranslation("office");
  const [name, tone] = states[status] ?? (["created", "plain"] as const);
  return <Tag tone={tone}>{t.in("payments", name)}</Tag>;
}
