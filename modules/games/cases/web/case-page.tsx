import { showMultiplier } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./cases.css";
import { useMemo, useState } from "react";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { micros } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { RunAction, RunFields } from "#modules/bets/web/auto-run.tsx";
import { AutobetNote } from "#modules/bets/web/autobet-note.tsx";
import { BarSum } from "#modules/bets/web/bet-bar.tsx";
import { BetHistory } from "#modules/bets/web/bet-history.tsx";
import { GamePage } from "#modules/bets/web/game-page.tsx";
import { GameStage } from "#modules/bets/web/game-stage.tsx";
import { ModeTabs } from "#modules/bets/web/mode-tabs.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { useAutobet } from "#modules/bets/web/use-autobet.ts";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { useInstantBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { casesChannel, getCases, getCasesRounds } from "../shared/contract.ts";
import { casesLimits } from "../shared/limits.ts";
import { oddsOf } from "../shared/odds.ts";
import { type Case, casesRules, findCase, priceOf } from "../shared/rules.ts";
import { CaseHead } from "./case-head.tsx";
import { CasePicture, useSpoken } from "./case-stage.tsx";
import { CasesRules } from "./cases-rules.tsx";
import { Inside } from "./inside.tsx";
import { casesPlay, type ShownOpening, type Spin } from "./play.ts";

const { current: rules } = casesRules;

const texts = ["cases", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** A case that is not sold has no page. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (!findCase(rules, params.slug ?? "")) throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

export default function CasePage() {
  const { slug = "" } = useParams();
  const of = findCase(rules, slug);
  const contextKey = usePlayerContextKey();
  return of ? <CaseGame key={`${slug} ${contextKey}`} of={of} /> : null;
}

/** How long a prize is shown before a run opens the next case. */
const pauseMs = 1_200;
const counts = Array.from({ length: rules.most_at_once }, (_, index) => String(index + 1));

function CaseGame({ of }: { of: Case }) {
  const { t } = useTranslation(...texts);
  const gameSession = useGameSession("cases", getCases, casesLimits);
  const { currency, language } = gameSession.playerContext;
  const [count, setCount] = useState("1");
  const [spin, setSpin] = useState<Spin | null>(null);
  const play = useMemo(() => casesPlay(setSpin), []);
  const bets = useInstantBet(gameSession, play);
  const spoken = useSpoken(language);
  const price = priceOf(of, currency);
  const stake = micros(price * BigInt(count));
  const name = t(`names.${of.slug}`);
  const odds = useMemo(() => oddsOf(of, Number(count)), [of, count]);
  const choice = { slug: of.slug, count: Number(count) };
  const autobet = useAutobet(
    gameSession.info.limits,
    paid => bets.place(choice, paid),
    gameSession.fast.on ? 200 : pauseMs,
    gameSession.playerContext.balance,
  );
  const running = autobet.state.phase === "running";
  const locked = bets.busy || running;
  const open = () => {
    if (!locked && !bets.noResponse && gameSession.mode === "manual") void bets.place(choice, stake);
  };
  const action = t("open", { price: showMoney(stake, currency, language, { brief: true }) });
  const pastOf = ({ id, stake: paid, payout }: ShownOpening) => {
    const text = showMultiplier(multiplierText(payout, paid), language);
    const variant = payout >= paid * 30n ? ("brass" as const) : payout > paid ? ("high" as const) : undefined;
    return { id, text, variant, label: t("check", { multiplier: text }) };
  };
  return (
    <GamePage
      gameSession={gameSession}
      title={`${name}, ${t("title")}`}
      description={t("description")}
      panel={
        <>
          <CaseHead of={of} name={name} />
          <ModeTabs gameSession={gameSession} locked={running} />
          <div>
            <div className="field-label">{t("at_once")}</div>
            <Tabs
              label={t("at_once")}
              value={count}
              onChange={next => !locked && setCount(next)}
              fill
              items={counts.map(value => ({ value, text: value }))}
            />
          </div>
          {gameSession.mode === "auto" && (
            <RunFields gameSession={gameSession} stake={stake} running={running} odds={odds} />
          )}
          {gameSession.refusal.refusal !== null && (
            <p className="error sm" role="alert">
              {gameSession.refusal.refusal}
            </p>
          )}
        </>
      }
      action={
        bets.noResponse ? (
          <Button variant="primary" size="l" wide busy={bets.busy} onClick={() => void bets.resume()}>
            {t("bets:ask_again")}
          </Button>
        ) : gameSession.mode === "auto" ? (
          <RunAction gameSession={gameSession} autobet={autobet} stake={stake} fixed ready />
        ) : (
          <Button variant="primary" size="l" wide aria-disabled={bets.busy} onClick={open}>
            {action}
          </Button>
        )
      }
      barStake={<BarSum label={t("bets:stake")} sum={showMoney(stake, currency, language, { brief: true })} />}
      note={<AutobetNote state={autobet.state} currency={currency} language={language} />}
      hotkeys={[
        { code: "Space", text: action, run: open },
        ...counts.map(value => ({
          code: `Digit${value}`,
          text: t("open_so_many", { count: value }),
          run: () => !locked && setCount(value),
        })),
      ]}
      stage={
        <div className="case-main">
          <GameStage
            playerContext={gameSession.playerContext}
            label={t("stage")}
            title={t("title")}
            tag={name}
            history={<BetHistory bets={bets.history.map(pastOf)} />}
            lastProof={bets.lastProof}
            spoken={bets.revealed && bets.last ? spoken(of, bets.last) : ""}
          >
            <CasePicture
              of={of}
              price={price}
              currency={currency}
              language={language}
              spin={spin}
              last={bets.last}
              revealed={bets.revealed}
            />
          </GameStage>
          <Inside of={of} price={price} currency={currency} language={language} />
        </div>
      }
      session={bets.session}
      channel={casesChannel}
      unseen={bets.unseen}
      ownBets={
        <OwnGameBets
          route={getCasesRounds}
          fresh={bets.session.bets}
          language={language}
          head={t("case")}
          describe={row => `${t.in("names", row.slug)}${row.count > 1 ? ` × ${row.count}` : ""}`}
        />
      }
      rules={
        <CasesRules
          of={of}
          info={gameSession.info}
          playerContext={gameSession.playerContext}
          onClose={() => gameSession.rules.set(false)}
        />
      }
    />
  );
}
