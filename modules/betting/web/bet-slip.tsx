import { CircleAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { placeIntent } from "#modules/bets/web/place-intent.ts";
import { useRefusal } from "#modules/bets/web/refusal.ts";
import { StakeField, stakeOf } from "#modules/bets/web/stake-field.tsx";
import { type BettingSlip, getBettingSlips, placeBettingSlip } from "../shared/contract.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { type Folds, figuresOf, kindOf } from "./slip-figures.ts";
import { SlipLeg } from "./slip-leg.tsx";
import { type Selection, slipStore, useSelections } from "./slip-store.ts";

/** The slip: selections, how they are combined, the stake, and what it may return. */
export function BetSlip({ onMyBets }: { onMyBets(): void }) {
  const { t } = useTranslation("betting");
  const selections = useSelections();
  const [accepted, setAccepted] = useState<BettingSlip | null>(null);
  if (accepted) return <Accepted slip={accepted} onAgain={() => setAccepted(null)} onMyBets={onMyBets} />;
  if (selections.length === 0) return <p className="muted slip-empty">{t("slip.empty")}</p>;
  return <SlipForm selections={selections} onAccepted={setAccepted} />;
}

interface SlipFormProps {
  readonly selections: readonly Selection[];
  onAccepted(slip: BettingSlip): void;
}

const guestCurrency = "USD";

function SlipForm({ selections, onAccepted }: SlipFormProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const user = useSession(session => session.user);
  const cache = useRouteCache();
  const currency: Currency = user?.currency && isCurrency(user.currency) ? user.currency : guestCurrency;
  const { refusal, refuse, clear } = useRefusal(currency, language);
  const [folds, setFolds] = useState<Folds>("all");
  const [isBusy, setBusy] = useState(false);
  const [now, setNow] = useState<ReadonlyMap<string, string | null>>(new Map());
  const count = selections.length;
  const combined = folds === "all" || folds >= count ? "all" : folds;
  const prices = selections.map(each => now.get(keyOf(each)) ?? each.price);
  const limits = { min: slipLimits[currency].minSlip, max: slipLimits[currency].ceiling };
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? formatAmount(limits.min);
  const unit = stakeOf(text, limits);
  const figures = unit === null ? undefined : figuresOf(prices, combined, unit);
  const isShut = selections.some(each => now.get(keyOf(each)) === null);
  const isMoved = selections.some((each, position) => prices[position] !== each.price);
  const money = (amount: Micros) => showMoney(amount, currency, language);

  async function place(): Promise<void> {
    if (!user || unit === null || isBusy) return;
    clear();
    setBusy(true);
    if (isMoved) slipStore.accept(new Map(prices.map((price, position) => [position, price])));
    const legs = selections.map(({ event, market, spec, outcome }, position) => {
      return { event, market, spec, outcome, price: prices[position] };
    });
    const body = Object.assign({ unit: formatAmount(unit), currency, policy: "better", legs }, kindOf(count, combined));
    const { reply } = await placeIntent("betting", user.id, placeBettingSlip, body);
    setBusy(false);
    if (reply.kind === "placed") {
      slipStore.clear();
      void cache.invalidate(getBettingSlips);
      return onAccepted((reply.body as { data: BettingSlip }).data);
    }
    refuse(reply.kind === "refused" ? reply : { code: "no_response", message: "", data: {} });
  }

  return (
    <div className="col gap-3">
      {count > 1 && (
        <Tabs
          label={t("slip.kind")}
          value={String(combined)}
          onChange={value => setFolds(value === "all" ? "all" : Number(value))}
          fill
          small
          items={[
            { value: "all", text: t("slip.accumulator", { count }) },
            ...Array.from({ length: Math.min(count, 6) - 2 }, (_, index) => {
              return { value: String(index + 2), text: t("slip.system", { folds: index + 2, legs: count }) };
            }),
          ]}
        />
      )}
      <ul className="slip-legs">
        {selections.map(each => (
          <SlipLeg
            key={keyOf(each)}
            of={each}
            price={each.price}
            onPrice={price => setNow(before => new Map(before).set(keyOf(each), price))}
            onRemove={() => slipStore.remove(each)}
          />
        ))}
      </ul>
      <StakeField
        value={text}
        onChange={setTyped}
        limits={limits}
        currency={currency}
        language={language}
        balance={user ? parseDecimal(user.balance) : undefined}
        disabled={isBusy}
        brief
      />
      {figures && (
        <dl className="slip-figures">
          {figures.bets > 1 && (
            <>
              <dt>{t("slip.stake")}</dt>
              <dd className="num">
                {figures.bets} × {money(unit as Micros)} = {money(figures.stake)}
              </dd>
            </>
          )}
          <dt>{t("slip.possible")}</dt>
          <dd className="slip-return display">{money(figures.possible)}</dd>
        </dl>
      )}
      {(refusal || isShut) && (
        <p className="note warn row" role="alert">
          <Icon of={CircleAlert} size={16} /> {refusal ?? t("slip.shut")}
        </p>
      )}
      {isBusy && (
        <p className="sm muted" role="status">
          {t("slip.live_delay")}
        </p>
      )}
      {user ? (
        <Button
          variant="primary"
          size="l"
          wide
          busy={isBusy}
          disabled={unit === null || figures === undefined || isShut}
          onClick={() => void place()}
        >
          {t(isBusy ? "slip.waiting" : isMoved ? "slip.accept_and_place" : "slip.place", {
            stake: figures ? money(figures.stake) : "",
          })}
        </Button>
      ) : (
        <SignIn />
      )}
      <Button variant="ghost" onClick={slipStore.clear} disabled={isBusy}>
        <Icon of={Trash2} size={16} /> {t("slip.clear")}
      </Button>
    </div>
  );
}

const keyOf = ({ event, market, spec, outcome }: Selection) => `${event} ${market} ${spec} ${outcome}`;

function SignIn() {
  const { t } = useTranslation("betting");
  const modal = useModalLink();
  return (
    <Link className={buttonClass({ variant: "primary", size: "l", wide: true })} to={modal("login")} preventScrollReset>
      {t("slip.sign_in")}
    </Link>
  );
}

interface AcceptedProps {
  readonly slip: BettingSlip;
  onAgain(): void;
  onMyBets(): void;
}

function Accepted({ slip, onAgain, onMyBets }: AcceptedProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const money = (amount: string) => showMoney(parseDecimal(amount), slip.currency as Currency, language);
  return (
    <div className="col gap-3 slip-accepted" role="status">
      <Seal of={slip.id} size={110} middle="checked" drawn />
      <h3 className="display">{t("slip.accepted")}</h3>
      <dl className="slip-figures">
        <dt>{t("slip.stake")}</dt>
        <dd className="num">{money(slip.stake)}</dd>
        <dt>{t("slip.possible")}</dt>
        <dd className="num brass">{money(slip.possible_return)}</dd>
      </dl>
      <div className="row">
        <Button className="grow" onClick={onAgain}>
          {t("slip.another")}
        </Button>
        <Button className="grow" variant="outline" onClick={onMyBets}>
          {t("slip.mine")}
        </Button>
      </div>
    </div>
  );
}
