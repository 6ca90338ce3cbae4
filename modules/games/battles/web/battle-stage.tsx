import { useMemo } from "react";
import { Link } from "react-router";
import type { Language } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { browserBytes } from "#modules/bets/web/demo.ts";
import { amount, Who } from "#modules/bets/web/live-bets.tsx";
import { casesRules, findCase, priceOf } from "#modules/games/cases/shared/rules.ts";
import { PrizeCard } from "#modules/games/cases/web/prize-card.tsx";
import { Reel } from "#modules/games/cases/web/reel.tsx";
import { stripOf } from "#modules/games/cases/web/strip.ts";
import type { BattleRow } from "../shared/contract.ts";
import { CaseNames } from "./battle-list.tsx";
import { currencyOf, prizesOf, totalOf } from "./battle-view.ts";
import type { Show } from "./use-show.ts";

interface BattleStageProps {
  readonly row: BattleRow;
  readonly show: Show;
  /** The viewer's seat. */
  readonly mine: number | null;
  readonly language: Language;
  readonly busy: boolean;
  readonly canJoin: boolean;
  readonly signedIn: boolean;
  onJoin(): void;
  onWithdraw(): void;
}

/** One battle: a column per seat, each with its strip, its prizes and their sum, and the result. */
export function BattleStage(props: BattleStageProps) {
  const { row, show, mine, language } = props;
  const seats = Array.from({ length: row.size }, (_, index) => index + 1);
  return (
    <div className="battle">
      <div className="battle-top">
        <CaseNames slugs={row.cases} />
        <Rounds row={row} show={show} />
      </div>
      <div className={`battle-seats n${row.size}`}>
        {seats.map(seat => (
          <SeatColumn key={seat} row={row} seat={seat} show={show} isMine={seat === mine} language={language} />
        ))}
      </div>
      <p className="battle-line" role="status">
        <Line row={row} show={show} mine={mine} language={language} />
      </p>
      <Actions {...props} />
    </div>
  );
}

/** The cases as a row of marks: opened, running, to come. */
function Rounds({ row, show }: { row: BattleRow; show: Show }) {
  const { t } = useTranslation("battles");
  const at = Math.min(row.cases.length, show.running === null ? show.opened : show.running + 1);
  return (
    <span className="battle-rounds" role="img" aria-label={t("round", { at, count: row.cases.length })}>
      {row.cases.map((slug, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the rounds of a battle keep their order
          key={`${slug}${index}`}
          className={index < show.opened ? "done" : index === show.running ? "now" : undefined}
        />
      ))}
    </span>
  );
}

interface SeatColumnProps {
  readonly row: BattleRow;
  readonly seat: number;
  readonly show: Show;
  readonly isMine: boolean;
  readonly language: Language;
}

function SeatColumn({ row, seat, show, isMine, language }: SeatColumnProps) {
  const { t } = useTranslation("battles");
  const currency = currencyOf(row);
  const person = row.seats.find(each => each.seat === seat)?.player;
  const prizes = prizesOf(row, seat, show.opened);
  const won = show.over && row.result?.winners.includes(seat) === true;
  return (
    <section className={`battle-seat${won ? " won" : ""}`} aria-label={t("seat", { seat })}>
      <div className="seat-head">
        {person ? (
          <Who player={person.face} mine={isMine} test={person.test} />
        ) : (
          <span className="who faint">
            <span className="free-seat" aria-hidden="true" />
            <span>{t("free_seat")}</span>
          </span>
        )}
      </div>
      <SeatReel row={row} seat={seat} show={show} language={language} />
      <b className={won ? "display num seat-total win" : "display num seat-total"}>
        {row.result && show.opened > 0 ? showMoney(totalOf(prizes), currency, language, { brief: true }) : "–"}
      </b>
      <ol className="seat-prizes">
        {prizes.map(({ prize, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rounds of a battle keep their order
          <li key={index}>
            <PrizeCard prize={prize} price={price} currency={currency} language={language} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The strip of the running round, or the last one at rest. */
function SeatReel({ row, seat, show, language }: Omit<SeatColumnProps, "isMine">) {
  const round = show.running ?? show.opened - 1;
  const of = findCase(casesRules.current, row.cases[Math.max(0, round)] ?? "");
  const ticket = row.result?.tickets[round]?.[seat - 1];
  const [prize] = ticket === undefined ? [] : prizesOf(row, seat, round + 1).slice(-1);
  // A strip is built once per round: its passing cards are random, its end is the prize.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one strip per round and battle
  const strip = useMemo(() => (prize ? stripOf(prize.of, prize.prize, browserBytes) : null), [row.id, round, ticket]);
  if (!of) return null;
  const currency = currencyOf(row);
  const money = { price: priceOf(of, currency), currency, language };
  const isRunning = show.running !== null && show.opened <= show.running;
  if (!strip || show.running === null) {
    const [first] = of.prizes;
    const card = prize?.prize ?? first;
    return (
      <div className={prize ? "seat-reel stands" : "seat-reel"} aria-hidden="true">
        {card && <PrizeCard prize={card} {...money} />}
      </div>
    );
  }
  return (
    <div className="seat-reel">
      <i className="reel-pointer" aria-hidden="true" />
      <Reel key={`${row.id} ${round}`} strip={strip} durationMs={show.reelMs} over={!isRunning} {...money} />
      <i className="reel-pointer under" aria-hidden="true" />
    </div>
  );
}

function Line({ row, show, mine, language }: Pick<BattleStageProps, "row" | "show" | "mine" | "language">) {
  const { t } = useTranslation("battles");
  const stake = amount(row.stake, row.currency, language);
  const free = row.size - row.seats.length;
  if (row.state === "refunded") return t.in("refunded", row.reason ?? "withdrawn", { stake });
  if (row.state === "open") return t("waiting", { count: free });
  if (row.state === "drawing" || !row.result) return t("drawing");
  if (!show.over) return t("opening", { at: (show.running ?? 0) + 1, count: row.cases.length });
  const { winners, payouts, pot } = row.result;
  const currency = currencyOf(row);
  const own = mine === null ? undefined : payouts[mine - 1];
  if (own !== undefined && own !== "0") {
    const won = showMoney(parseDecimal(own), currency, language, { brief: true });
    // A return of the stake or less is not celebrated.
    return parseDecimal(own) > parseDecimal(row.stake) ? (
      <b className="battle-win">{won}</b>
    ) : (
      t("got_back", { payout: won })
    );
  }
  const sum = amount(pot, row.currency, language);
  if (winners.length > 1) return t("shared_pot", { pot: sum, count: winners.length });
  const winner = row.seats.find(({ seat }) => seat === winners[0])?.player.face?.name;
  return t("result", { winner: winner ?? t("seat", { seat: winners[0] ?? 0 }), pot: sum });
}

function Actions({ row, mine, busy, canJoin, signedIn, language, onJoin, onWithdraw }: BattleStageProps) {
  const { t } = useTranslation("battles");
  if (row.state !== "open") return null;
  const stake = amount(row.stake, row.currency, language);
  if (mine === 1 && row.seats.length === 1)
    return (
      <Button variant="outline" busy={busy} onClick={onWithdraw}>
        {t("withdraw", { stake })}
      </Button>
    );
  if (mine !== null) return <span className="muted sm">{t("you_are_in")}</span>;
  if (!signedIn)
    return (
      <Link className="btn primary" to="?signup">
        {t("sign_up")}
      </Link>
    );
  return (
    <Button variant="primary" size="l" busy={busy} disabled={!canJoin} onClick={onJoin}>
      {t("join", { stake })}
    </Button>
  );
}
