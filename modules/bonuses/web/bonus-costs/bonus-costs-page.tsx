import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showShare } from "#kit/i18n/numbers.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { wageringBets } from "#modules/games/printed/wagering.ts";
import { averageCostPercent, maxBets, mostWager, targetOf, wageringGames } from "../../shared/terms.ts";
import { useExpectedValues } from "../use-expected-values.ts";
import "./bonus-costs.css";

export const handle = { texts: ["bonus-costs"] };

const amount = parseDecimal("100");
const wagers = [1, 5, 10, 15, 20, mostWager] as const;

/** With stakes of the maximum bet, which finish wagering soonest. */
const examples = [
  { wager: 10, game: "dice", bet: "double", name: "dice_double" },
  { wager: 10, game: "roulette", bet: "red", name: "roulette_red" },
  { wager: 20, game: "dice", bet: "double", name: "dice_double" },
  { wager: 20, game: "dice", bet: "tenth", name: "dice_tenth" },
] as const;

const questions = examples.map(({ wager, game, bet }) => ({
  amount,
  target: targetOf(amount, wager),
  stake: maxBets.EUR,
  of: { game, bet },
}));

/** What a bonus costs, when its money is taken back, and how to object: in figures of the code that gives bonuses. */
export default function BonusCostsPage() {
  const { t } = useTranslation("bonus-costs");
  const href = useHref();
  return (
    <div className="bonus-costs">
      <PageHead title={t("title")} description={t("lead")} />
      <div className="section-head">
        <h1 className="display">{t("title")}</h1>
      </div>
      <p className="muted">{t("lead")}</p>
      <Price />
      <Examples />
      <Rates />
      <Points title={t("yours.title")} points={[t("yours.first"), t("yours.leave"), t("yours.never")]} />
      <Points
        title={t("ends.title")}
        points={[
          t("ends.give_up"),
          t("ends.time"),
          t("ends.lost"),
          t("ends.cap"),
          t("ends.break"),
          t("ends.recalled"),
          t("ends.forfeited"),
        ]}
        after={t("ends.only")}
      />
      <Points
        title={t("object.title")}
        points={[t("object.reason"), t("object.write"), t("object.bets"), t("object.back")]}
      />
      <Points
        title={t("never.title")}
        points={[t("never.break"), t("never.terms"), t("never.large"), t("never.odds")]}
      />
      <p>
        <Link to={href("/bonuses")}>{t("to_bonuses")}</Link>
      </p>
    </div>
  );
}

function Price() {
  const { t } = useTranslation("bonus-costs");
  const language = languageOf(useLocale());
  return (
    <section className="card box">
      <h2 className="display">{t("price.title")}</h2>
      <p>{t("price.how", { percent: averageCostPercent(1) })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("price.wager")}</th>
            <th className="align-right">{t("price.cost")}</th>
          </tr>
        </thead>
        <tbody>
          {wagers.map(wager => (
            <tr key={wager}>
              <td>{t("price.times", { count: wager })}</td>
              <td className="align-right">
                {t("price.of", {
                  cost: showMoney(micros((amount * BigInt(averageCostPercent(wager))) / 100n), "EUR", language),
                  amount: showMoney(amount, "EUR", language),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t("price.most", { count: mostWager })}</p>
    </section>
  );
}

function Examples() {
  const { t } = useTranslation("bonus-costs");
  const language = languageOf(useLocale());
  const answers = useExpectedValues(questions);
  return (
    <section className="card box">
      <h2 className="display">{t("examples.title", { amount: showMoney(amount, "EUR", language) })}</h2>
      <p>{t("examples.how", { stake: showMoney(maxBets.EUR, "EUR", language) })}</p>
      <table>
        <thead>
          <tr>
            <th>{t("examples.bet")}</th>
            <th className="align-right">{t("examples.release")}</th>
            <th className="align-right">{t("examples.finish")}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ wager, name }, index) => {
            const answer = answers === "failed" ? undefined : answers?.[index];
            return (
              <tr key={`${wager} ${name}`}>
                <td>
                  {t(`examples.${name}`)}, {t("price.times", { count: wager })}
                </td>
                <td className="align-right">
                  {answer ? showMoney(parseDecimal(answer.release.toFixed(2)), "EUR", language) : "…"}
                </td>
                <td className="align-right">{answer ? showShare(answer.finish, language) : "…"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="muted">{t(answers === "failed" ? "examples.failed" : "examples.rest")}</p>
    </section>
  );
}

function Rates() {
  const { t } = useTranslation("bonus-costs", "lobby");
  const language = languageOf(useLocale());
  const show = (rate: number) => `${showCount(rate / 10, language)}%`;
  return (
    <section className="card box">
      <h2 className="display">{t("rates.title")}</h2>
      <p>{t("rates.how")}</p>
      <table>
        <thead>
          <tr>
            <th>{t("rates.game")}</th>
            <th className="align-right">{t("rates.counts")}</th>
          </tr>
        </thead>
        <tbody>
          {wageringGames.map(game => {
            const rates = wageringBets[game].map(({ rate }) => rate);
            const [least, most] = [Math.min(...rates), Math.max(...rates)];
            return (
              <tr key={game}>
                <td>{t.in("lobby:games", game)}</td>
                <td className="align-right">{least === most ? show(least) : `${show(least)} – ${show(most)}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="muted">{t("rates.others")}</p>
    </section>
  );
}

interface PointsProps {
  readonly title: string;
  readonly points: readonly string[];
  readonly after?: string;
}

function Points({ title, points, after }: PointsProps) {
  return (
    <section className="card box">
      <h2 className="display">{title}</h2>
      <ul>
        {points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {after && <p className="muted">{after}</p>}
    </section>
  );
}
