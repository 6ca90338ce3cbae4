import { showCount } from "#kit/i18n/numbers.ts";
import "#modules/bets/web/bets.css";
import "./roulette.css";
import { useMemo, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { showMoney } from "#kit/money/show.ts";
import { requestContext } from "#kit/web/context.ts";
import { useFirstSnapshot } from "#kit/web/first-snapshot.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { usePlayerContextKey } from "#modules/bets/web/use-player-context.ts";
import { RoundColumn } from "#modules/engines/shared-rounds/web/round-column.tsx";
import { CommitmentBar } from "#modules/fairness/web/commitment-bar.tsx";
import { ends, SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { colourOf } from "../shared/cloth.ts";
import { getRouletteBets, rouletteChannel } from "../shared/contract.ts";
import { tableName } from "../shared/round.ts";
import { Cloth } from "./cloth.tsx";
import { Racetrack } from "./racetrack.tsx";
import { type PastNumber, ResultPanel } from "./result-panel.tsx";
import { RoulettePanel } from "./roulette-panel.tsx";
import { RouletteRules } from "./roulette-rules.tsx";
import type { RouletteSnapshot } from "./roulette-view.ts";
import { RoundRows } from "./round-rows.tsx";
import { useCues } from "./use-cues.ts";
import { type RoulettePageState, useRoulettePage } from "./use-roulette-page.ts";
import { WheelPicture } from "./wheel-picture.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

const texts = ["roulette", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** Private play has no shared history. */
const none: readonly number[] = [];

/** The table and the player's own bets on it are in the first HTML. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RouletteSnapshot | null> {
  return (await context.get(requestContext).snapshot(rouletteChannel.name)) as RouletteSnapshot | null;
}

/** In the browser the WebSocket delivers them sooner. */
export const clientLoader = () => null;

export default function RoulettePage() {
  return <RouletteGame key={usePlayerContextKey()} />;
}

function RouletteGame() {
  const { t } = useTranslation(...texts);
  const page = useRoulettePage(useFirstSnapshot(useLoaderData<typeof loader>()));
  const { gameSession, view, isTable, number } = page;
  const { language } = gameSession.playerContext;
  useCues(isTable && gameSession.sound.on, view.state, isTable ? number : null, page.isWon);
  return (
    <div className="game g-roulette" ref={gameSession.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <RoulettePanel page={page} />
      <RouletteScene page={page} />
      <RouletteFeed page={page} />
      {gameSession.rules.on && (
        <RouletteRules
          playerContext={gameSession.playerContext}
          info={gameSession.info}
          onClose={() => gameSession.rules.set(false)}
        />
      )}
      <p className="sr-only" role="status">
        {spoken()}
      </p>
    </div>
  );

  function spoken(): string {
    if (number !== null) {
      const result = t("spoken.number", { number, colour: t(`colour.${colourOf(number)}`) });
      if (page.paid === 0n) return result;
      return `${result}. ${t("spoken.paid", { amount: showMoney(page.paid, gameSession.playerContext.currency, language) })}`;
    }
    if (page.turning) return t("spoken.locked");
    return isTable && view.state === "betting" ? t("spoken.betting") : "";
  }
}

/** Wheel and last number, the cloth, the called bets, and the commitment. */
function RouletteScene({ page }: { page: RoulettePageState }) {
  const { t } = useTranslation(...texts);
  const { gameSession, view, isTable, chips, turning, locked } = page;
  const { currency, language, playerId } = gameSession.playerContext;
  const [lit, setLit] = useState<ReadonlySet<number>>(new Set());
  const past: readonly PastNumber[] = isTable
    ? view.history.map(({ id, pocket, round, status }) => ({
        id,
        number: pocket,
        voided: status === "voided",
        label: t("check_round", { round: showCount(round, language), number: pocket }),
      }))
    : page.alone.history.map(({ id, outcome }) => ({
        id,
        number: outcome,
        voided: false,
        label: t("check_spin", { number: outcome }),
      }));
  return (
    <section className="stage" aria-label={t("stage")}>
      <div className="stage-head">
        <h1>{t("title")}</h1>
        <span className="tag tinted only-desktop">{t("tag")}</span>
        {playerId === null && <span className="tag brass">{t("demo")}</span>}
      </div>
      <div className="rl-mid">
        <WheelPicture spin={page.spin} resting={turning ? null : page.lastNumber} still={page.reducedMotion} />
        <ResultPanel
          title={t(isTable ? "last" : "last_private")}
          number={page.lastNumber}
          waiting={turning ? t("spinning") : null}
          paid={page.paid > 0n ? t("you_won", { amount: showMoney(page.paid, currency, language) }) : null}
          isWon={page.isWon}
          checked={page.checked}
          past={past}
          pockets={isTable ? view.pockets : none}
          view={isTable ? view : null}
          language={language}
        />
      </div>
      <Cloth
        laid={page.laid}
        bet={page.inPlay}
        values={chips.values}
        currency={currency}
        language={language}
        number={page.number}
        lit={lit}
        locked={locked}
        onLay={chips.layOne}
        onTakeOff={chips.takeOff}
      />
      <Racetrack
        chip={chips.inHand}
        currency={currency}
        language={language}
        locked={locked}
        onCall={chips.call}
        onLit={setLit}
      />
      {isTable ? (
        <CommitmentBar
          commitment={view.commitment}
          name={t("hash")}
          line={
            view.commitment
              ? t("hash_line", { hash: ends(view.commitment, 14, 8), round: showCount(view.round ?? 0, language) })
              : ""
          }
          id={view.round === null ? null : `${tableName}-${view.round}`}
          verify={t("verify")}
        />
      ) : (
        <SeedBar playerId={playerId} label={t("bets:next_bet")} last={page.alone.lastProof} language={language} />
      )}
    </section>
  );
}

/** The players of this spin, the player's own bets, this visit's numbers. */
function RouletteFeed({ page }: { page: RoulettePageState }) {
  const { t } = useTranslation(...texts);
  const { gameSession, view, table, alone } = page;
  const { language } = gameSession.playerContext;
  const own = useMemo(
    () => new Set([...view.mine.map(bet => bet.id), ...gameSession.own.ids]),
    [view.mine, gameSession.own.ids],
  );
  return (
    <RoundColumn
      title={t("this_spin")}
      tab={gameSession.tab}
      onTab={gameSession.setTab}
      player={gameSession.playerContext}
      count={view.betCount}
      session={page.session}
      own={
        <OwnGameBets
          route={getRouletteBets}
          fresh={table.session.bets + alone.session.bets}
          language={language}
          head={t("number")}
          describe={({ pocket, round }) =>
            `${pocket ?? "–"}, ${round === null ? t("own_private") : t("own_round", { round })}`
          }
        />
      }
    >
      <RoundRows view={view} own={own} language={language} />
    </RoundColumn>
  );
}
