import { Check, CircleAlert, Trash2, X } from "lucide-react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { StakeField } from "#modules/bets/web/stake-field.tsx";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import type { BettingSlip } from "../shared/contract.ts";
import { stakeOfTotal } from "../shared/slip-payout.ts";
import { Countdown } from "./countdown.tsx";
import { EditFigures, useEditOffer } from "./edit-figures.tsx";
import { type EditedSlip, editedSlip } from "./edited-slip.ts";
import { ShareButton } from "./share-button.tsx";
import { SlipKinds } from "./slip-kinds.tsx";
import { SlipLeg } from "./slip-leg.tsx";
import { SlipSettings } from "./slip-settings.tsx";
import { keyOf, type Selection, slipStore } from "./slip-store.ts";
import { StakeSource } from "./stake-source.tsx";
import { usePlaceSlips } from "./use-place-slips.ts";
import { type SlipDraft, useSlipDraft } from "./use-slip-draft.ts";

interface SlipFormProps {
  readonly selections: readonly Selection[];
  /** The bet that is changed; null for a new one. */
  readonly edited: EditedSlip | null;
  onAccepted(slips: readonly BettingSlip[]): void;
}

const guestCurrency = "USD";

/** The selections, how they are combined, the stake, and what they may return. */
export function SlipForm({ selections, edited, onAccepted }: SlipFormProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const user = useSession(session => session.user);
  const currency: Currency = user?.currency && isCurrency(user.currency) ? user.currency : guestCurrency;
  const { lines } = useErrorTexts("betting");
  const draft = useSlipDraft(selections, currency, user !== null, edited);
  const offer = useEditOffer(user ? edited : null);
  const edit = edited && offer ? { id: edited.id, offer } : null;
  const { place, isBusy, refusal, placedBefore, most } = usePlaceSlips(currency, language, onAccepted);
  const { builder, figures, isShut, isMoved, isRelated, staking, delayMs } = draft;
  const money = (amount: Micros) => showMoney(amount, currency, language);
  const trouble =
    refusal ??
    (builder.error && lines(builder.error).join(" ")) ??
    (isRelated ? t("slip.related") : isShut ? t("slip.shut") : null);

  return (
    <div className="col gap-3">
      {edited && (
        <p className="note" role="status">
          {t("edit.editing")}
        </p>
      )}
      <SlipSelections draft={draft} isEdit={edited !== null} />
      <StakeSource
        freeBets={staking.freeBets}
        chosen={staking.freeBet}
        disabled={isBusy}
        onChoose={staking.chooseFreeBet}
      />
      {!staking.freeBet && (
        <StakeField
          value={draft.text}
          onChange={draft.type}
          limits={draft.limits}
          currency={currency}
          language={language}
          balance={user ? micros(parseDecimal(user.balance) + (edit ? parseDecimal(edit.offer) : 0n)) : undefined}
          disabled={isBusy}
          brief
        />
      )}
      <SlipTotals draft={draft} money={money} />
      {edited && user && <EditFigures offer={offer} stake={figures?.stake} money={money} />}
      {placedBefore > 0 && (
        <p className="note" role="status">
          {t("slip.placed_before", { count: placedBefore })}
        </p>
      )}
      {trouble !== null && (
        <p className="note warn row" role="alert">
          <Icon of={CircleAlert} size={16} /> {trouble}
        </p>
      )}
      {most !== null && figures && most > 0n && !staking.freeBet && (
        <Button wide onClick={() => draft.type(formatAmount(unitOf(micros(most), figures.bets)))}>
          {t("slip.use_most", { stake: money(micros(unitOf(micros(most), figures.bets) * BigInt(figures.bets))) })}
        </Button>
      )}
      {user ? (
        <Button
          variant="primary"
          size="l"
          wide
          busy={isBusy}
          disabled={draft.unit === null || figures === undefined || isShut || isRelated || (edited !== null && !edit)}
          onClick={() => void place(user.id, draft, edit)}
        >
          {t(isBusy ? "slip.waiting" : edited ? "edit.confirm" : isMoved ? "slip.accept_and_place" : "slip.place", {
            stake: figures ? money(figures.stake) : "",
          })}
          {isBusy && delayMs > 0 && <Countdown ms={delayMs} />}
        </Button>
      ) : (
        <SignIn />
      )}
      {delayMs > 0 && (
        <p className="sm muted" role="status">
          {t(isBusy ? "slip.live_delay" : "slip.delay", {
            seconds: delayMs / 1_000,
            stake: figures ? money(figures.stake) : "",
          })}
        </p>
      )}
      <div className="row wrap">
        {edited ? (
          <Button className="grow" variant="ghost" onClick={editedSlip.end} disabled={isBusy}>
            <Icon of={X} size={16} /> {t("edit.cancel")}
          </Button>
        ) : (
          <Button className="grow" variant="ghost" onClick={slipStore.clear} disabled={isBusy}>
            <Icon of={Trash2} size={16} /> {t("slip.clear")}
          </Button>
        )}
        {user && !edited && <ShareButton selections={selections} />}
      </div>
      <SlipSettings />
    </div>
  );
}

function SlipSelections({ draft, isEdit }: { readonly draft: SlipDraft; readonly isEdit: boolean }) {
  const { selections, bankers, choice, systems, isBuilder, isSystem } = draft;
  return (
    <>
      {selections.length > 1 && (
        <SlipKinds
          bankers={bankers}
          choice={choice}
          systems={systems}
          isBuilder={isBuilder}
          hasSingles={!isEdit}
          onChange={draft.choose}
        />
      )}
      <ul className="slip-legs">
        {selections.map((each, position) => (
          <SlipLeg
            key={keyOf(each)}
            of={each}
            price={each.price}
            banker={isSystem ? (bankers[position] ?? false) : null}
            onBanker={isBanker => draft.setBanker(each, isBanker)}
            onPrice={price => draft.setPrice(each, price)}
            onDelay={delay => draft.setDelay(each, delay)}
            onTerms={terms => draft.setTerms(each, terms)}
            onRemove={() => slipStore.remove(each)}
          />
        ))}
      </ul>
      <EachWayChoice draft={draft} />
    </>
  );
}

/** Offered when every selection is one to win a tournament of enough entrants. */
function EachWayChoice({ draft: { places, eachWay, setEachWay } }: { readonly draft: SlipDraft }) {
  const { t } = useTranslation("betting");
  const [first] = places ?? [];
  if (!places || !first) return null;
  const isAlike = places.every(({ part, places: count }) => part === first.part && count === first.places);
  return (
    <label className="ckline">
      <input type="checkbox" checked={eachWay !== undefined} onChange={event => setEachWay(event.target.checked)} />
      <span className="checkbox">
        <Icon of={Check} size={14} stroke={3} />
      </span>
      <span>
        {t("slip.each_way")}
        <small className="muted slip-each-way">
          {t("slip.each_way_note")}{" "}
          {isAlike && t("slip.each_way_terms", { part: `${first.part}`, places: `${first.places}` })}
        </small>
      </span>
    </label>
  );
}

function SlipTotals({ draft, money }: { readonly draft: SlipDraft; money(amount: Micros): string }) {
  const { t } = useTranslation("betting");
  const { figures, unit, builder } = draft;
  if (!figures) return null;
  return (
    <dl className="slip-figures">
      {figures.bets > 1 && (
        <>
          <dt>{t("slip.stake")}</dt>
          <dd className="num">
            {figures.bets} × {money(unit as Micros)} = {money(figures.stake)}
          </dd>
        </>
      )}
      {builder.quote && (
        <>
          <dt>{t("slip.builder_price")}</dt>
          <dd className="num brass" aria-live="polite">
            <PriceText of={builder.quote.price} />
          </dd>
        </>
      )}
      {figures.price !== undefined && (
        <>
          <dt>{t("slip.total_price")}</dt>
          <dd className="num">
            <PriceText of={figures.price} />
          </dd>
        </>
      )}
      {figures.boost && (
        <>
          <dt>{t("slip.boost", { percent: figures.boost.percent })}</dt>
          <dd className="num brass">+{money(figures.boost.amount)}</dd>
        </>
      )}
      <dt>{t("slip.possible")}</dt>
      <dd className="slip-return display">{money(micros(figures.possible + (figures.boost?.amount ?? 0n)))}</dd>
    </dl>
  );
}

/** The largest unit whose slip of so many bets stays within a stake. */
const unitOf = (stake: Micros, bets: number) => stakeOfTotal(stake, bets).unit;

function SignIn() {
  const { t } = useTranslation("betting");
  const modal = useModalLink();
  return (
    <Link className={buttonClass({ variant: "primary", size: "l", wide: true })} to={modal("login")} preventScrollReset>
      {t("slip.sign_in")}
    </Link>
  );
}
