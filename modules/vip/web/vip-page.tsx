import { Crown } from "lucide-react";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getRewards } from "../shared/contract.ts";
import { vipLevels } from "../shared/levels.ts";
import { JoinCard } from "./join-card.tsx";
import { LevelCard } from "./level-card.tsx";
import { Privileges } from "./privileges.tsx";
import { RewardCards } from "./reward-cards.tsx";
import { useThresholds } from "./use-thresholds.ts";
import "./vip.css";

export const handle = { texts: ["vip"] };

/** The club: the player's level first, what each level gives, and every formula with the player's own figures. */
export default function VipPage() {
  const { t } = useTranslation("vip");
  const shown = useThresholds();
  const isPlayer = useSession(state => state.status === "player");
  const { data: rewards, isError } = useQuery(getRewards, {}, { enabled: isPlayer });
  const own = rewards?.level ?? null;
  return (
    <div className="vip">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      <section className="vip-hero">
        <div className="vip-scene">
          <Seal of="vip club" size={420} points={300} stroke={0.5} />
          <p className="tag brass l">
            <Icon of={Crown} size={15} />
            {t("page.title")}
          </p>
          <h1>{t("page.headline")}</h1>
          <p>{t("page.lead")}</p>
          <div className="row wrap">
            <a className={buttonClass({ variant: "brass", size: "l" })} href="#requests">
              {t("page.request")}
            </a>
            <a className={buttonClass({ variant: "ghost", size: "l" })} href="#privileges">
              {t("page.compare")}
            </a>
          </div>
        </div>
        {isPlayer ? <LevelCard rewards={rewards} /> : <JoinCard />}
      </section>
      <div className="section-head">
        <h2>{t("page.levels")}</h2>
        <span className="muted sm">{t("page.by_wager")}</span>
      </div>
      <ol className="vip-levels">
        {vipLevels.map(({ name, from }) => (
          <li
            key={name}
            className={`card lv-${name}${name === own ? " on" : ""}`}
            aria-current={name === own || undefined}
          >
            <Seal of={`vip ${name}`} size={110} points={200} />
            <b>{t(`levels.${name}`)}</b>
            <span className="muted sm num">{t("page.from", { sum: shown.of(from) })}</span>
          </li>
        ))}
      </ol>
      <Privileges own={own} shown={shown} />
      {isPlayer && <RewardCards rewards={rewards} isError={isError} />}
      <div className="vip-foot">
        <div className="card vip-rules">
          <h2>{t("page.how")}</h2>
          {(["one", "two", "three", "four", "five", "six", "seven"] as const).map(key => (
            <p key={key}>{t(`how.${key}`)}</p>
          ))}
          {shown.isConverted && <p className="muted sm">{t("page.converted")}</p>}
        </div>
        {isPlayer && <JoinCard />}
      </div>
    </div>
  );
}
