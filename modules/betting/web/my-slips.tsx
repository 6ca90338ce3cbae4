import { useState } from "react";
import { Link } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { usePages } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import { type BettingLeg, type BettingSlip, cashOutBettingSlip, getBettingSlips } from "../shared/contract.ts";
import { NamedLeg } from "./named-leg.tsx";
import { ReceiptLine } from "./receipt-line.tsx";
import { ShareButton } from "./share-button.tsx";

type State = "open" | "ended";

/** The player's slips: open ones can be cashed out, ended ones say why they ended as they did. */
export function MySlips() {
  const { t } = useTranslation("betting");
  const modal = useModalLink();
  const status = useSession(session => session.status);
  const [state, setState] = useState<State>("open");
  if (status === "guest")
    return (
      <Link className={buttonClass({ variant: "primary", wide: true })} to={modal("login")} preventScrollReset>
        {t("slip.sign_in_mine")}
      </Link>
    );
  return (
    <div className="col gap-3">
      <Tabs<State>
        label={t("slip.mine")}
        value={state}
        onChange={setState}
        fill
        small
        items={[
          { value: "open", text: t("slip.open") },
          { value: "ended", text: t("slip.ended") },
        ]}
      />
      <SlipList key={state} state={state} />
    </div>
  );
}

function SlipList({ state }: { state: State }) {
  const { t } = useTranslation("betting");
  const { lines } = useErrorTexts("betting");
  const { pages, error, more, again } = usePages(getBettingSlips, cursor => ({
    query: Object.assign({ state }, cursor !== undefined && { cursor }),
  }));
  const slips = (pages ?? []).flatMap(page => page.items);
  if (error)
    return (
      <p className="note danger" role="alert">
        {lines(error).join(" ")} <Button onClick={again}>{t("slip.again")}</Button>
      </p>
    );
  if (!pages) return <Skeleton height={160} />;
  if (slips.length === 0)
    return <p className="muted slip-empty">{t(state === "open" ? "slip.no_open" : "slip.no_ended")}</p>;
  return (
    <>
      {slips.map(slip => (
        <SlipCard key={slip.id} slip={slip} onChanged={again} />
      ))}
      {more && <Button onClick={more}>{t("slip.more")}</Button>}
    </>
  );
}

function SlipCard({ slip, onChanged }: { slip: BettingSlip; onChanged(): void }) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const money = (amount: string) => showMoney(parseDecimal(amount), slip.currency as Currency, language);
  const isOpen = slip.status === "open";
  const reason = slip.revisions.at(-1)?.reason;
  return (
    <article className="slip-card">
      <header className="row spread sm muted">
        <span>{showDayAndTime(slip.placed_at, language)}</span>
        <span
          className={
            isOpen ? "tag" : slip.status === "settled" && parseDecimal(slip.payout) > 0n ? "tag signal" : "tag"
          }
        >
          {t(`slip.states.${slip.status}`)}
        </span>
      </header>
      <ul className="slip-legs">
        {slip.legs.map(leg => (
          <PlacedLeg key={`${leg.event} ${leg.market} ${leg.spec} ${leg.outcome}`} leg={leg} />
        ))}
      </ul>
      <dl className="slip-figures">
        {slip.price !== null && (
          <>
            <dt>{t("slip.builder_price")}</dt>
            <dd className="num">
              <PriceText of={slip.price} />
            </dd>
          </>
        )}
        <dt>{t("slip.stake")}</dt>
        <dd className="num">
          {slip.free_bet && <span className="tag">{t("slip.free_bet")}</span>} {money(slip.stake)}
        </dd>
        {parseDecimal(slip.from_bonus) > 0n && (
          <>
            <dt>{t("slip.from_bonus")}</dt>
            <dd className="num">{money(slip.from_bonus)}</dd>
          </>
        )}
        <dt>{t(isOpen ? "slip.possible" : "slip.paid")}</dt>
        <dd className="num brass">
          {money(isOpen ? slip.possible_return : slip.status === "cashed_out" ? slip.cashed_out : slip.payout)}
        </dd>
      </dl>
      {reason && reason !== "cashed_out" && <p className="sm muted">{t(`reasons.${reason}`)}</p>}
      <ReceiptLine slip={slip} />
      {isOpen && <ShareButton selections={slip.legs} />}
      {isOpen && slip.cash_out !== null && <CashOut slip={slip} offer={slip.cash_out} onChanged={onChanged} />}
    </article>
  );
}

function PlacedLeg({ leg }: { leg: BettingLeg }) {
  const { t } = useTranslation("betting");
  return (
    <NamedLeg of={leg} price={leg.price}>
      <span className={leg.status === "won" ? "tag signal" : "tag"}>{t(`slip.legs.${leg.status}`)}</span>
    </NamedLeg>
  );
}

/** Pays the offer or a better one; asks once more before it is taken. */
function CashOut({ slip, offer, onChanged }: { slip: BettingSlip; offer: string; onChanged(): void }) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const { lines } = useErrorTexts("betting");
  const [asked, setAsked] = useState<{ readonly offer: string; readonly key: string } | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const cashOut = useMutation(cashOutBettingSlip, { invalidates: [getBettingSlips] });
  const sum = showMoney(parseDecimal(asked?.offer ?? offer), slip.currency as Currency, language);
  async function take(): Promise<void> {
    if (!asked) return;
    setWhy(null);
    try {
      await cashOut.mutate({ params: { id: slip.id }, body: { offer: asked.offer } }, { key: asked.key });
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
    setAsked(null);
    onChanged();
  }
  return (
    <>
      {why && (
        <p className="note warn" role="alert">
          {why}
        </p>
      )}
      {asked ? (
        <div className="row">
          <Button variant="primary" className="grow" busy={cashOut.isPending} onClick={() => void take()}>
            {t("slip.cash_out_confirm", { sum })}
          </Button>
          <Button onClick={() => setAsked(null)} disabled={cashOut.isPending}>
            {t("slip.keep")}
          </Button>
        </div>
      ) : (
        <Button variant="brass" wide onClick={() => setAsked({ offer, key: crypto.randomUUID() })}>
          {t("slip.cash_out", { sum })}
        </Button>
      )}
    </>
  );
}
