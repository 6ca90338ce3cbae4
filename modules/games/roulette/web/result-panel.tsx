import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { colourOf } from "../shared/cloth.ts";
import { CommitmentLine } from "./commitment-line.tsx";
import { countPockets, type RouletteView } from "./roulette-view.ts";
import { numberInWords } from "./spot-names.ts";
import type { CheckedSpin } from "./use-commitment.ts";

/** A drawn number, and the link to its verification. */
export interface PastNumber {
  /** Id of the number's round or bet; null in demo play. */
  readonly id: string | null;
  readonly number: number;
  readonly label: string;
  readonly voided: boolean;
}

interface ResultPanelProps {
  readonly title: string;
  /** The last number shown; null before the first. */
  readonly number: number | null;
  /** The text while the wheel turns. */
  readonly waiting: string | null;
  /** The payout of the last bets, in words. */
  readonly paid: string | null;
  /** More than was staked: a return at or below the stake is not a win. */
  readonly isWon: boolean;
  /** The verification of that number; null if there is none. */
  readonly checked: CheckedSpin | null;
  readonly past: readonly PastNumber[];
  /** The numbers in the history. */
  readonly pockets: readonly number[];
  /** The players at the table; null in private play. */
  readonly view: RouletteView | null;
  readonly language: Language;
}

/** Beside the wheel: the last number in words, the ones before it, and the history. */
export function ResultPanel(props: ResultPanelProps) {
  const { t } = useTranslation("roulette");
  const { number, waiting, checked, past, view, language } = props;
  const words = number === null ? null : numberInWords(number, t);
  return (
    <div className="rl-result">
      <p className="muted sm">{props.title}</p>
      <div className={`rl-last ${number === null ? "" : colourOf(number)}${waiting ? " waits" : ""}`}>
        <b className="display">{number ?? "–"}</b>
        <div>
          <p className="display rl-name">{waiting ?? words?.name ?? t("none_yet")}</p>
          {!waiting && words && <p className="muted sm">{words.position}</p>}
          {!waiting && props.paid && <p className={props.isWon ? "win bold" : "subdued"}>{props.paid}</p>}
          {!waiting && checked && number !== null && (
            <CommitmentLine spin={checked} number={number} language={language} />
          )}
        </div>
      </div>
      <div>
        <p className="muted sm rl-sub">{t("last_twelve")}</p>
        <PastNumbers past={past} />
      </div>
      <History pockets={props.pockets} language={language} />
      {view && (
        <div className="rl-faces">
          <span className="muted sm">{t("at_table")}</span>
          <span className="row">
            {view.bets.slice(0, 5).map(row => (
              <PlayerAvatar key={row.id} of={row.player?.avatar ?? "00"} size={26} />
            ))}
            <b className="num">{t("players", { count: view.betCount, shown: showCount(view.betCount, language) })}</b>
          </span>
        </div>
      )}
    </div>
  );
}

function PastNumbers({ past }: { past: readonly PastNumber[] }) {
  const href = useHref();
  return (
    <div className="rl-past">
      {past.map(({ id, number, label, voided }, index) => {
        const variant = `${colourOf(number)}${voided ? " void" : ""}`;
        return id === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a demo spin has no id but its index
          <span key={index} className={variant}>
            {number}
          </span>
        ) : (
          <Link key={id} className={variant} to={href(`/verify/${id}`)} aria-label={label}>
            {number}
          </Link>
        );
      })}
    </div>
  );
}

function History({ pockets, language }: { pockets: readonly number[]; language: Language }) {
  const { t } = useTranslation("roulette");
  const counts = countPockets(pockets, pocket => colourOf(pocket) === "red");
  if (!counts) return null;
  const share = (key: "red" | "black" | "zero") => (
    <span key={key}>
      <small className="muted">{t(key)}</small>
      <b className="display num">{counts[key]}%</b>
    </span>
  );
  const often = (key: "hot" | "cold") => (
    <span>
      <small className="muted">{t(key)}</small>
      <b className="rl-often">
        {counts[key].map(({ number, times }) => (
          <i key={number} className={colourOf(number)} title={`${number}: ${times}`}>
            {number}
          </i>
        ))}
      </b>
    </span>
  );
  return (
    <div>
      <div className="rl-history">
        {share("red")}
        {share("black")}
        {share("zero")}
        {often("hot")}
        {often("cold")}
      </div>
      <p className="faint xs">{t("history_only", { count: showCount(pockets.length, language) })}</p>
    </div>
  );
}
