import "#modules/bets/web/desk.css";
import "./cases.css";
import { useMemo, useState } from "react";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { micros } from "#kit/money/amount.ts";
import { showMoney, showMultiplier } from "#kit/money/show.ts";
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
import { useGameDesk } from "#modules/bets/web/use-game-desk.ts";
import { useTableKey } from "#modules/bets/web/use-table.ts";
import { useInstantBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { casesChannel, getCases, getCasesRounds } from "../shared/contract.ts";
import { casesLimits } from "../shared/limits.ts";
import { oddsOf } from "../shared/odds.ts";
import { type Case, findCase, mostAtOnce, priceOf } from "../shared/rules.ts";
import { CaseHead } from "./case-head.tsx";
import { CasePicture, useSpoken } from "./case-stage.tsx";
import { CasesRules } from "./cases-rules.tsx";
import { Inside } from "./inside.tsx";
import { casesPlay, type ShownOpening, type Spin } from "./play.ts";

const texts = ["cases", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** A case that is not sold has no page. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (!findCase(params.slug ?? "")) throw data({ path: new URL(request.url).pathname }, 404);
  return null;
}

export default function CasePage() {
  const { slug = "" } = useParams();
  const of = findCase(slug);
  const table = useTableKey();
  return of ? <CaseTable key={`${slug} ${table}`} of={of} /> : null;
}

/** How long a prize stands still before a run opens the next case. */
const pauseMs = 1_200;
const counts = Array.from({ length: mostAtOnce }, (_, index) => String(index + 1));

function CaseTable({ of }: { of: Case }) {
  const { t } = useTranslation(...texts);
  const desk = useGameDesk("cases", getCases, casesLimits);
  const { currency, language } = desk.table;
  const [count, setCount] = useState("1");
  const [spin, setSpin] = useState<Spin | null>(null);
  const play = useMemo(() => casesPlay(setSpin), []);
  const bets = useInstantBet(desk, play);
  const spoken = useSpoken(language);
  const price = priceOf(of, currency);
  const stake = micros(price * BigInt(count));
  const name = t(`names.${of.slug}`);
  const odds = useMemo(() => oddsOf(of, Number(count)), [of, count]);
  const choice = { slug: of.slug, count: Number(count) };
  const autobet = useAutobet(
    desk.info.limits,
    paid => bets.place(choice, paid),
    desk.fast.on ? 200 : pauseMs,
    desk.table.balance,
  );
  const running = autobet.state.phase === "running";
  const locked = bets.busy || running;
  const open = () => {
    if (!locked && !bets.unheard && desk.mode === "manual") void bets.place(choice, stake);
  };
  const action = t("open", { price: showMoney(stake, currency, language, { brief: true }) });
  const pastOf = ({ id, stake: paid, payout }: ShownOpening) => {
    const text = showMultiplier(multiplierText(payout, paid), language);
    const look = payout >= paid * 30n ? ("br" as const) : payout > paid ? ("hi" as const) : undefined;
    return { id, text, look, label: t("check", { multiplier: text }) };
  };
  return (
    <GamePage
      desk={desk}
      title={`${name}, ${t("title")}`}
      description={t("description")}
      panel={
        <>
          <CaseHead of={of} name={name} />
          <ModeTabs desk={desk} locked={running} />
          <div>
            <div className="lab">{t("at_once")}</div>
            <Tabs
              label={t("at_once")}
              value={count}
              onChange={next => !locked && setCount(next)}
              fill
              items={counts.map(value => ({ value, text: value }))}
            />
          </div>
          {desk.mode === "auto" && <RunFields desk={desk} stake={stake} running={running} odds={odds} />}
          {desk.refusal.refusal !== null && (
            <p className="err sm" role="alert">
              {desk.refusal.refusal}
            </p>
          )}
        </>
      }
      action={
        bets.unheard ? (
          <Button look="pri" size="l" wide busy={bets.busy} onClick={() => void bets.resume()}>
            {t("bets:ask_again")}
          </Button>
        ) : desk.mode === "auto" ? (
          <RunAction desk={desk} autobet={autobet} stake={stake} fixed ready />
        ) : (
          <Button look="pri" size="l" wide aria-disabled={bets.busy} onClick={open}>
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
            table={desk.table}
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
          told={row => `${t(`names.${row.slug}`)}${row.count > 1 ? ` × ${row.count}` : ""}`}
        />
      }
      rules={<CasesRules of={of} info={desk.info} table={desk.table} onClose={() => desk.rules.set(false)} />}
    />
  );
}
