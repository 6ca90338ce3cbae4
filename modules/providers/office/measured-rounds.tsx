import { useTranslation } from "#kit/web/texts.tsx";
import { percentOf } from "#modules/bets/office/measured.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { ProviderGameView } from "./games-contract.ts";

type Returned = NonNullable<ProviderGameView["kinds"][number]["return"]>;

/** The measured return and its bounds; it says when what the provider states is outside of them. */
export function MeasuredRounds({ of: { result }, stated }: { of: Returned; stated: string | null }) {
  const { t } = useTranslation("office");
  if (!result) return <span className="muted">{t("rtp.too_few")}</span>;
  const isOutside = stated !== null && (Number(stated) < Number(result.low) || Number(stated) > Number(result.high));
  return (
    <span className="num nowrap">
      <b>{percentOf(result.measured)}</b>{" "}
      <span className="muted">{t("play.bounds", { low: percentOf(result.low), high: percentOf(result.high) })}</span>{" "}
      {isOutside && <Tag tone="wait">{t("rtp.outside")}</Tag>}
    </span>
  );
}
