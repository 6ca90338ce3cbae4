import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showPercent } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import type { BettingLeg, BettingSlip } from "../shared/contract.ts";
import { AutoCashOut } from "./auto-cash-out.tsx";
import { CashOut } from "./cash-out.tsx";
import { EditButton } from "./edit-button.tsx";
import { NamedLeg } from "./named-leg.tsx";
import { paidBy } from "./paid-by.ts";
import { PairLinks } from "./pair-links.tsx";
import { ReceiptLine } from "./receipt-line.tsx";
import { ShareButton } from "./share-button.tsx";
import { UndoButton } from "./undo-button.tsx";

interface SlipCardProps {
  readonly slip: BettingSlip;
  onChanged(): void;
}

/** A slip of the player: its stake and selections, its state, and the actions on it. */
export function SlipCard({ slip, onChanged }: SlipCardProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const money = (amount: string) => showMoney(parseDecimal(amount), slip.currency as Currency, language);
  const isOpen = slip.status === "open";
  const { reason, repaid } = slip.revisions.at(-1) ?? {};
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
      {isOpen && <Tracker legs={slip.legs} />}
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
          {slip.free_bet && <span className="tag">{t("slip.free_bet")}</span>}
          {slip.each_way && <span className="tag">{t("slip.each_way")}</span>} {money(slip.stake)}
        </dd>
        {parseDecimal(slip.from_bonus) > 0n && (
          <>
            <dt>{t("slip.from_bonus")}</dt>
            <dd className="num">{money(slip.from_bonus)}</dd>
          </>
        )}
        {!isOpen && parseDecimal(slip.boost) > 0n && (
          <>
            <dt>{t("slip.boost_paid")}</dt>
            <dd className="num">{money(slip.boost)}</dd>
          </>
        )}
        {!isOpen && parseDecimal(slip.cashed_out) > 0n && (
          <>
            <dt>{t("slip.cashed_out")}</dt>
            <dd className="num">{money(slip.cashed_out)}</dd>
          </>
        )}
        <dt>{t(isOpen ? "slip.possible" : "slip.paid")}</dt>
        <dd className="num brass">{money(isOpen ? slip.possible_return : paidBy(slip))}</dd>
      </dl>
      {isOpen && parseDecimal(slip.cashed_out) > 0n && (
        <p className="sm muted">
          {t("slip.cashed_out_part", { sum: money(slip.cashed_out), stake: money(slip.open_stake) })}
        </p>
      )}
      {reason && reason !== "cashed_out" && <p className="sm muted">{t(`reasons.${reason}`)}</p>}
      {parseDecimal(slip.debt) > 0n && <p className="note warn">{t("owed", { sum: money(slip.debt) })}</p>}
      {repaid !== undefined && parseDecimal(repaid) > 0n && (
        <p className="sm muted">{t("repaid", { sum: money(repaid) })}</p>
      )}
      <PairLinks slip={slip} />
      <ReceiptLine slip={slip} />
      {slip.undo_until !== null && <UndoButton slip={slip} onUndone={onChanged} />}
      {isOpen && <ShareButton selections={slip.legs} />}
      {isOpen && !slip.free_bet && (
        <>
          <CashOut slip={slip} onChanged={onChanged} />
          {slip.cash_out !== null && <EditButton slip={slip} />}
          <AutoCashOut slip={slip} onChanged={onChanged} />
        </>
      )}
    </article>
  );
}

/** An open leg is followed: the score, and what is missing for it to win. */
function PlacedLeg({ leg }: { leg: BettingLeg }) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  return (
    <NamedLeg of={leg} price={leg.price} isFollowed={leg.status === "open"}>
      {leg.place && <Place of={leg.place} />}
      {leg.chance !== null && (
        <span className="sm muted num">{t("slip.chance", { chance: showPercent(leg.chance, language) })}</span>
      )}
      {leg.status !== "open" && (
        <span className={leg.status === "won" ? "tag signal" : "tag"}>{t(`slip.legs.${leg.status}`)}</span>
      )}
    </NamedLeg>
  );
}

/** The place part of a leg each-way: its terms until it has a result. */
function Place({ of }: { readonly of: NonNullable<BettingLeg["place"]> }) {
  const { t } = useTranslation("betting");
  const { places, part, status } = of;
  if (status === "open")
    return <span className="sm muted">{t("slip.each_way_terms", { part: `${part}`, places: `${places}` })}</span>;
  const name = t("slip.place_part");
  return (
    <span className={status === "won" ? "tag signal" : "tag"}>
      {name}: {t(`slip.legs.${status}`)}
    </span>
  );
}

/** A part for each leg: how it was decided, or how likely it is to win now. The list below says the same in words. */
function Tracker({ legs }: { readonly legs: readonly BettingLeg[] }) {
  return (
    <div className="slip-track" aria-hidden="true">
      {legs.map(({ event, market, spec, outcome, status, chance }) => (
        <span key={`${event} ${market} ${spec} ${outcome}`} className={status}>
          {status === "open" && <i style={{ width: `${chance ?? 0}%` }} />}
        </span>
      ))}
    </div>
  );
}
