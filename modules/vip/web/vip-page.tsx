import { Crown } from "lucide-react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { vipLevels } from "../shared/levels.ts";
import { JoinCard } from "./join-card.tsx";
import "./vip.css";

export const handle = { texts: ["vip"] };

/** The club: what opens a level, and the way in. It promises nothing that does not exist yet. */
export default function VipPage() {
  const { t } = useTranslation("vip");
  const language = languageOf(useLocale());
  return (
    <div className="vip">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      <section className="vip-hero">
        <div className="vip-scene">
          <Seal of="vip club" size={420} points={300} stroke={0.5} />
          <p className="tag br l">
            <Icon of={Crown} size={15} />
            {t("page.title")}
          </p>
          <h1>{t("page.headline")}</h1>
          <p>{t("page.lead")}</p>
        </div>
        <JoinCard />
      </section>
      <div className="sec-h">
        <h2>{t("page.levels")}</h2>
        <span className="mut sm">{t("page.by_wager")}</span>
      </div>
      <ol className="vip-levels">
        {vipLevels.map(({ name, from }) => (
          <li key={name} className={`card lv-${name}`}>
            <Seal of={`vip ${name}`} size={110} points={200} />
            <b>{t(`levels.${name}`)}</b>
            <span className="mut sm num">
              {t("page.from", { sum: showMoney(from, "RUB", language, { brief: true }) })}
            </span>
          </li>
        ))}
      </ol>
      <div className="card vip-rules">
        <h2>{t("page.how")}</h2>
        {(["one", "two", "three", "four"] as const).map(key => (
          <p key={key}>{t(`how.${key}`)}</p>
        ))}
        <p className="note br">{t("page.not_yet")}</p>
      </div>
    </div>
  );
}
