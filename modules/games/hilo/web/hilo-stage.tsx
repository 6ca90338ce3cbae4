import { ArrowDown, ArrowUp, SkipForward } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal, showMultiplier } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { type Guess, type HiloChoiceName, isRight } from "../shared/rules.ts";
import { brief, chancePercent, isStrict } from "./figures.ts";
import type { ShownHilo } from "./play.ts";
import { Back, Face, rankSign, Sign } from "./playing-card.tsx";

interface HiloPictureProps {
  /** The response: the card that is dealt. */
  readonly drawnRound: ShownHilo | null;
  /** What has been shown: the trail and the offers. */
  readonly round: ShownHilo | null;
  readonly mayStep: boolean;
  onChoose(choice: HiloChoiceName): void;
  readonly language: Language;
  /** The sentence under the card. */
  readonly line: string;
  readonly won: boolean;
  readonly still: boolean;
}

/** The open card beside the shoe, the guesses with their chances, and the trail of the round. */
export function HiloPicture(props: HiloPictureProps) {
  const { drawnRound, round, mayStep, language, still } = props;
  const { t } = useTranslation("hilo");
  const cards = drawnRound?.view.cards ?? [];
  const card = cards.at(-1);
  const lost = round?.outcome?.end === "lost";
  const offers = round?.status === "open" ? round.view.offers : [];
  const isOpen = round?.status === "open";
  const offer = (guess: Guess) => (
    <Offer
      guess={guess}
      card={isOpen ? (round.view.cards.at(-1) ?? null) : null}
      multiplier={offers.find(each => each.guess === guess)?.multiplier ?? null}
      mayStep={mayStep}
      onChoose={props.onChoose}
      language={language}
    />
  );
  return (
    <div className="hilo-play">
      <StageSeal of="91c3e07ad4528b6f" />
      <div className="hilo-table">
        <div className="hilo-side">
          {offer("higher")}
          {offer("lower")}
        </div>
        <div className={`hilo-open${still ? " still" : ""}${lost ? " lost" : ""}`}>
          <div className="hilo-shoe" aria-hidden="true">
            <Back />
          </div>
          {card === undefined ? (
            <div className="hilo-card waiting" aria-hidden="true">
              <Back />
            </div>
          ) : (
            <div key={`${drawnRound?.id ?? "demo"}-${cards.length}`} className="hilo-card dealt">
              <div className="turn">
                <Face card={card} />
                <Back />
              </div>
            </div>
          )}
        </div>
        <div className="hilo-side">
          {offer("red")}
          {offer("black")}
          <button
            type="button"
            className="hilo-offer pass"
            title={t("skip_hint")}
            aria-disabled={!mayStep}
            disabled={!isOpen}
            onClick={() => mayStep && props.onChoose("skip")}
          >
            <Icon of={SkipForward} size={20} />
            <span>{t("skip")}</span>
          </button>
        </div>
      </div>
      <p className={`hilo-line${props.won ? " won" : ""}`}>{props.line}</p>
      <Trail round={round} />
    </div>
  );
}

interface OfferProps {
  readonly guess: Guess;
  /** The open card; null while there is none to guess about. */
  readonly card: number | null;
  /** The payout if right; null if not offered. */
  readonly multiplier: string | null;
  readonly mayStep: boolean;
  onChoose(choice: HiloChoiceName): void;
  readonly language: Language;
}

function Offer({ guess, card, multiplier, mayStep, onChoose, language }: OfferProps) {
  const { t } = useTranslation("hilo");
  const chance = card === null ? null : chancePercent(card, guess);
  const strict = card !== null && (guess === "higher" || guess === "lower") && isStrict(card, guess);
  const name = strict ? t(`offer.${guess}_strict`) : t(`offer.${guess}`);
  return (
    <button
      type="button"
      className={`hilo-offer ${guess}`}
      disabled={multiplier === null}
      aria-disabled={!mayStep}
      onClick={() => mayStep && onChoose(guess)}
    >
      {guess === "higher" || guess === "lower" ? (
        <Icon of={guess === "higher" ? ArrowUp : ArrowDown} size={22} />
      ) : (
        <i aria-hidden="true" />
      )}
      <span>{name}</span>
      <small>{chance !== null && t("chance", { chance: showDecimal(chance, language) })}</small>
      <b>{multiplier === null ? "–" : showMultiplier(brief(multiplier), language)}</b>
    </button>
  );
}

/** Every card of the round in order, each with the guess that led to it. */
function Trail({ round }: { round: ShownHilo | null }) {
  const { t } = useTranslation("hilo");
  const list = useRef<HTMLOListElement>(null);
  const count = round?.view.cards.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest card when one is added
  useEffect(() => {
    list.current?.scrollTo({ left: list.current.scrollWidth, behavior: "smooth" });
  }, [count]);
  if (!round) return <ol className="hilo-trail" ref={list} aria-label={t("trail")} />;
  const { cards, choices } = round.view;
  return (
    <ol className="hilo-trail" ref={list} aria-label={t("trail")}>
      {cards.map((card, index) => {
        const choice = choices[index - 1];
        const before = cards[index - 1];
        const wrong = choice && choice !== "skip" && before !== undefined && !isRight(before, choice, card);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a trail only grows at its end
            key={index}
            className={choice === undefined ? "first" : choice === "skip" ? "skipped" : wrong ? "wrong" : "right"}
          >
            <span className="how" aria-hidden="true">
              <Mark of={choice} />
            </span>
            <span className="mini">
              {rankSign(card)}
              <Sign card={card} size={15} />
            </span>
            <span className="sr-only">{choice === undefined ? t("first") : t(`choice.${choice}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Mark({ of: choice }: { of: HiloChoiceName | undefined }) {
  if (choice === "higher" || choice === "lower")
    return <Icon of={choice === "higher" ? ArrowUp : ArrowDown} size={14} />;
  if (choice === "skip") return <Icon of={SkipForward} size={13} />;
  return choice === undefined ? null : <i className={choice} />;
}
