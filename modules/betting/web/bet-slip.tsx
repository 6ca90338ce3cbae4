import { CircleAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useRefusal } from "#modules/bets/web/refusal.ts";
import { StakeField, stakeOf } from "#modules/bets/web/stake-field.tsx";
import { PriceText } from "#modules/odds/web/price-text.tsx";
import { type BettingSlip, getBettingSlips, quoteBuilder } from "../shared/contract.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import { Accepted } from "./accepted.tsx";
import { placeSlips } from "./place-slips.ts";
import { ShareButton } from "./share-button.tsx";
import { betsOf, type Choice, figuresOf, foldsOf, systemsOf, unitLimits } from "./slip-figures.ts";
import { SlipKinds } from "./slip-kinds.tsx";
import { SlipLeg } from "./slip-leg.tsx";
import { policySetting, SlipSettings } from "./slip-settings.tsx";
import { keyOf, type Selection, slipStore, useSelections } from "./slip-store.ts";
import { isOneEvent, useBuilderQuote } from "./use-builder-quote.ts";

/** The slip: selections, how they are combined, the stake, and what it may return. */
export function BetSlip({ onMyBets }: { onMyBets(): void }) {
  const { t } = useTranslation("betting");
  const selections = useSelections();
  const [accepted, setAccepted] = useState<readonly BettingSlip[]>([]);
  if (accepted.length > 0 && selections.length > 0) setAccepted([]);
  if (accepted.length > 0) return <Accepted slips={accepted} onAgain={() => setAccepted([])} onMyBets={onMyBets} />;
  if (selections.length === 0)
    return (
      <>
        <p className="muted slip-empty">{t("slip.empty")}</p>
        <SlipSettings />
      </>
    );
  return <SlipForm selections={selections} onAccepted={setAccepted} />;
}

interface SlipFormProps {
  readonly selections: readonly Selection[];
  onAccepted(slips: readonly BettingSlip[]): void;
}

const guestCurrency = "USD";

function SlipForm({ selections, onAccepted }: SlipFormProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const user = useSession(session => session.user);
  const cache = useRouteCache();
  const currency: Currency = user?.currency && isCurrency(user.currency) ? user.currency : guestCurrency;
  const { lines } = useErrorTexts("betting");
  const { refusal, refuse, clear } = useRefusal(currency, language);
  const policy = policySetting.use();
  const [chosen, setChosen] = useState<Choice>("accumulator");
  const [bankersOf, setBankers] = useState<ReadonlySet<string>>(new Set());
  const [placing, setPlacing] = useState<number | null>(null);
  const [placedBefore, setPlacedBefore] = useState(0);
  const [now, setNow] = useState<ReadonlyMap<string, string | null>>(new Map());
  const isBusy = placing !== null;
  const count = selections.length;
  const isSystem = chosen !== "single" && chosen !== "accumulator";
  const bankers = selections.map(each => isSystem && bankersOf.has(keyOf(each)));
  const systems = systemsOf(count, bankers.filter(Boolean).length);
  const isBuilder = isOneEvent(selections);
  const choice = possibleChoice(chosen, isBuilder, count, systems);
  const builder = useBuilderQuote(selections, choice === "builder" && user !== null);
  const prices = selections.map(each => now.get(keyOf(each)) ?? each.price);
  const limits = unitLimits(currency, betsOf(choice, bankers) ?? 1);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? formatAmount(choice === "single" ? slipLimits[currency].minSlip : limits.min);
  const unit = stakeOf(text, limits);
  const figures = unit === null ? undefined : figuresNow(unit);
  const isShut = selections.some(each => now.get(keyOf(each)) === null);
  const isMoved = choice !== "builder" && selections.some((each, position) => prices[position] !== each.price);
  const isRelated =
    choice !== "single" && choice !== "builder" && new Set(selections.map(({ event }) => event)).size < count;
  const money = (amount: Micros) => showMoney(amount, currency, language);

  function figuresNow(of: bigint) {
    if (choice !== "builder") return figuresOf(prices, choice, bankers, of);
    return builder.quote && figuresOf([builder.quote.price], "single", [false], of);
  }

  async function place(): Promise<void> {
    if (!user || unit === null || isBusy) return;
    clear();
    setPlacedBefore(0);
    setPlacing(0);
    const shown = selections.map((each, position) => withPrice(each, prices[position]));
    if (isMoved) slipStore.accept(new Map(prices.map((price, position) => [position, price])));
    const { placed, refused } = await placeSlips({
      player: user.id,
      selections: shown,
      choice,
      bankers,
      unit: formatAmount(unit),
      currency,
      policy,
      quote: builder.quote?.quote,
      onPlaced: setPlacing,
    });
    setPlacing(null);
    if (placed.length > 0) void cache.invalidate(getBettingSlips);
    if (!refused) return onAccepted(placed);
    setPlacedBefore(placed.length);
    if (choice === "builder") void cache.invalidate(quoteBuilder);
    refuse(refused);
  }

  const trouble =
    refusal ??
    (builder.error && lines(builder.error).join(" ")) ??
    (isRelated ? t("slip.related") : isShut ? t("slip.shut") : null);

  return (
    <div className="col gap-3">
      {count > 1 && (
        <SlipKinds bankers={bankers} choice={choice} systems={systems} isBuilder={isBuilder} onChange={setChosen} />
      )}
      <ul className="slip-legs">
        {selections.map((each, position) => (
          <SlipLeg
            key={keyOf(each)}
            of={each}
            price={each.price}
            banker={isSystem ? (bankers[position] ?? false) : null}
            onBanker={isBanker => {
              setBankers(before => withBanker(before, keyOf(each), isBanker));
              if (foldsOf(choice) === undefined) setChosen("of_2");
            }}
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
          {builder.quote && (
            <>
              <dt>{t("slip.builder_price")}</dt>
              <dd className="num brass" aria-live="polite">
                <PriceText of={builder.quote.price} />
              </dd>
            </>
          )}
          <dt>{t("slip.possible")}</dt>
          <dd className="slip-return display">{money(figures.possible)}</dd>
        </dl>
      )}
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
          disabled={unit === null || figures === undefined || isShut || isRelated}
          onClick={() => void place()}
        >
          {t(isBusy ? "slip.waiting" : isMoved ? "slip.accept_and_place" : "slip.place", {
            stake: figures ? money(figures.stake) : "",
          })}
        </Button>
      ) : (
        <SignIn />
      )}
      <div className="row">
        <Button className="grow" variant="ghost" onClick={slipStore.clear} disabled={isBusy}>
          <Icon of={Trash2} size={16} /> {t("slip.clear")}
        </Button>
        {user && <ShareButton selections={selections} />}
      </div>
      <SlipSettings />
    </div>
  );
}

/** What was chosen, or what comes nearest to it with so many selections. */
function possibleChoice(chosen: Choice, isBuilder: boolean, count: number, systems: readonly Choice[]): Choice {
  if (count === 1 || chosen === "single") return "single";
  if (isBuilder) return "builder";
  if (chosen === "accumulator" || systems.includes(chosen)) return chosen;
  return systems[0] ?? "accumulator";
}

const withPrice = ({ event, market, spec, outcome, price }: Selection, now: string | undefined): Selection => {
  return { event, market, spec, outcome, price: now ?? price };
};

function withBanker(before: ReadonlySet<string>, key: string, isBanker: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isBanker) next.add(key);
  else next.delete(key);
  return next;
}

function SignIn() {
  const { t } = useTranslation("betting");
  const modal = useModalLink();
  return (
    <Link className={buttonClass({ variant: "primary", size: "l", wide: true })} to={modal("login")} preventScrollReset>
      {t("slip.sign_in")}
    </Link>
  );
}
