import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { WelcomePack } from "../shared/contract.ts";
import "./welcome.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["welcome-pack"] };

/** Packs that are open, or none. */
export async function loader({ context }: LoaderFunctionArgs): Promise<readonly WelcomePack[]> {
  const answer = await context.get(requestContext).get("/api/v3/welcome-pack/get-welcome-packs-guest");
  return answer.status === 200 ? (answer.body as { data: WelcomePack[] }).data : [];
}

export default function WelcomePage() {
  const { t } = useTranslation("welcome-pack");
  const packs = useLoaderData<typeof loader>();
  const link = useModalLink();
  const isGuest = useSession(state => state.status === "guest");
  return (
    <div className="col gap-4">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      <div className="section-head">
        <h1 className="display">{t("page.title")}</h1>
      </div>
      {packs.length === 0 && <None />}
      {packs.map(pack => (
        <section key={pack.id} className="card box">
          <h2 className="display">{pack.publicTitle}</h2>
          <ol className="wp-steps">
            {pack.steps.map(step => (
              <PackStep key={step.step} step={step} />
            ))}
          </ol>
        </section>
      ))}
      {packs.length > 0 && (
        <Link
          className={buttonClass({ variant: "primary" })}
          to={link(isGuest ? "signup" : "deposit")}
          preventScrollReset
        >
          {t(isGuest ? "page.register" : "page.deposit")}
        </Link>
      )}
    </div>
  );
}

function None() {
  const { t } = useTranslation("welcome-pack");
  const href = useHref();
  return (
    <div className="empty">
      <Seal of="welcome pack" size={150} points={220} />
      <p>{t("page.none")}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href("/games")}>
        {t("page.games")}
      </Link>
    </div>
  );
}

function PackStep({ step }: { step: WelcomePack["steps"][number] }) {
  const { t } = useTranslation("welcome-pack");
  const language = languageOf(useLocale());
  const show = (sum: string) => showMoney(parseDecimal(sum), step.currency as Currency, language, { brief: true });
  return (
    <li>
      <Seal of={`step ${step.step}`} size={64} />
      <b>
        {step.percent !== null && step.max_amount !== null
          ? t("step.percent", { percent: step.percent, sum: show(step.max_amount) })
          : t("step.spins", { count: step.spins ?? 0 })}
      </b>
      {step.min_deposit !== null && <span className="muted sm">{t("step.from", { sum: show(step.min_deposit) })}</span>}
      {step.wager !== null && <span className="muted sm">{t("step.wager", { times: step.wager })}</span>}
    </li>
  );
}
