import { useState } from "react";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { showCount, showMultiplier, showShare } from "#kit/i18n/numbers.ts";
import { formatAmount, micros, parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Input } from "#kit/ui/input.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { listPayouts, type PayoutsOfGame } from "#modules/providers/shared/contract.ts";
import { betOfSpin, betsOfGame, type PublishedSpin, shapeOf, type WageredBet } from "../shared/example-bets.ts";
import { isWageringGame } from "../shared/terms.ts";
import { Fact } from "./bonus-facts.tsx";
import type { ValueAnswer } from "./expected-value.worker.ts";
import { useExpectedValues } from "./use-expected-values.ts";
import { questionOf, stakeOffered, suggestedStake, type Valued } from "./value-question.ts";

/** Before every claim: the chance to finish with a common bet of the games that most people play. */
const common = [
  { game: "dice", bet: "double" },
  { game: "roulette", bet: "red" },
] as const;

export function ChancesToFinish({ bonus }: { readonly bonus: Valued }) {
  const { t } = useTranslation("bonuses", "lobby");
  const language = languageOf(useLocale());
  const [slot] = useSlots(bonus);
  const suggested = suggestedStake(bonus);
  const shown = [
    ...common
      .filter(({ game }) => bonus.games.includes(game))
      .map(of => ({ title: t.in("lobby:games", of.game), stake: suggested, of })),
    ...(slot ? [{ title: slot.title, stake: stakeOffered(slot.stakes, suggested), of: spinOf(slot) }] : []),
  ];
  const answers = useExpectedValues(shown.map(({ stake, of }) => questionOf(bonus, stake, of)));
  return shown.map(({ title, stake }, index) => (
    <Fact key={title} name={t("value.chance_in", { game: title, stake: moneyOf(stake, bonus, language) })}>
      {answers === null || answers === "failed" ? "…" : chanceOf(answers[index], language)}
    </Fact>
  ));
}

const spinOf = ({ rate, payouts }: PayoutsOfGame): PublishedSpin => ({ rate, payouts });

/** Slots that the bonus may be wagered in and whose every payout is published. */
function useSlots({ games, currency }: Valued): readonly PayoutsOfGame[] {
  const { data = none } = useQuery(listPayouts, { query: { currency } }, { enabled: games.includes("slots") });
  return data;
}
const none: readonly PayoutsOfGame[] = [];

const moneyOf = (sum: bigint, { currency }: Valued, language: Language) =>
  showMoney(micros(sum), currency as Currency, language);
const chanceOf = (answer: ValueAnswer | undefined, language: Language) =>
  answer ? showShare(answer.finish, language, { maximumFractionDigits: 1, minimumFractionDigits: 0 }) : "—";

/** Value of an option for a slot, in the list with the names of our own games. */
const nameOfSlot = ({ provider, slug }: PayoutsOfGame) => `${provider}/${slug}`;

/** What the bonus is worth with a game, a bet and a stake of the player's choice; nothing for a bonus for betting, whose odds differ by slip. */
export function BonusValue({ bonus, isOpen = false }: { readonly bonus: Valued; readonly isOpen?: boolean }) {
  return bonus.games.some(isWageringGame) ? <ValueOfGames bonus={bonus} isOpen={isOpen} /> : null;
}

function ValueOfGames({ bonus, isOpen }: { readonly bonus: Valued; readonly isOpen: boolean }) {
  const { t } = useTranslation("bonuses", "lobby");
  const language = languageOf(useLocale());
  const games = bonus.games.filter(isWageringGame);
  const slots = useSlots(bonus);
  const [game, setGame] = useState<string>(games[0] ?? "dice");
  const [bet, setBet] = useState(0);
  const [typed, setTyped] = useState(() => formatAmount(suggestedStake(bonus)));
  const most = parseDecimal(bonus.max_bet ?? bonus.amount);
  const stake = parseAmount(typed);
  const isPlayable = stake !== undefined && stake > 0n && stake <= most;
  const slot = slots.find(each => nameOfSlot(each) === game);
  const bets = slot ? [betOfSpin(slot)] : isWageringGame(game) ? betsOfGame(game) : [];
  const chosen = bets[bet] ?? bets[0];
  const of = slot ? spinOf(slot) : isWageringGame(game) && chosen ? { game, bet: chosen.id } : undefined;
  const answers = useExpectedValues(isPlayable && of ? [questionOf(bonus, stake, of)] : []);
  return (
    <details className="bn-value" open={isOpen}>
      <summary>{t("value.title")}</summary>
      <div className="col gap-2">
        <p className="muted">{t("value.lead")}</p>
        <label className="field">
          <span className="field-label">{t("value.game")}</span>
          <select
            className="input-box"
            value={game}
            onChange={({ target }) => {
              setGame(target.value);
              setBet(0);
            }}
          >
            {games.map(name => (
              <option key={name} value={name}>
                {t.in("lobby:games", name)}
              </option>
            ))}
            {slots.map(each => (
              <option key={nameOfSlot(each)} value={nameOfSlot(each)}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="field-label">{t("value.bet")}</span>
          <select className="input-box" value={bet} onChange={({ target }) => setBet(Number(target.value))}>
            {bets.map((each, index) => (
              <option key={each.id} value={index}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
        <Input
          label={t("value.stake")}
          inputMode="decimal"
          value={typed}
          error={isPlayable ? undefined : t("value.stake_error", { most: moneyOf(most, bonus, language) })}
          onChange={({ target }) => setTyped(target.value.replace(",", "."))}
        />
        {isPlayable && <p aria-live="polite">{resultOf(answers)}</p>}
      </div>
    </details>
  );

  function nameOf(of: WageredBet): string {
    const { chance, most: best } = shapeOf(of);
    const multiplier = showMultiplier(best, language);
    return chance === null
      ? t("value.up_to", { multiplier })
      : t("value.chance", { chance: showShare(chance, language), multiplier });
  }

  function resultOf(found: ReturnType<typeof useExpectedValues>): string {
    if (found === null) return t("value.computing");
    if (found === "failed") return t("value.failed");
    const [value] = found;
    if (!value) return t("value.too_many");
    const release = showMoney(parseDecimal(value.release.toFixed(2)), bonus.currency as Currency, language);
    const amount = showMoney(parseDecimal(bonus.amount), bonus.currency as Currency, language);
    return [
      t("value.on_average", { release, amount }),
      t("value.finish", { share: showShare(value.finish, language) }),
      t("value.bets", { count: value.bets, shown: showCount(value.bets, language) }),
    ].join(" ");
  }
}
