import "#modules/bets/web/desk.css";
import "./roulette.css";
import { useMemo, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { showCount, showMoney } from "#kit/money/show.ts";
import { requestContext } from "#kit/web/context.ts";
import { useFirstSnapshot } from "#kit/web/first-snapshot.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { FeedColumn } from "#modules/bets/web/feed-column.tsx";
import { OwnGameBets } from "#modules/bets/web/own-bets.tsx";
import { Statistics } from "#modules/bets/web/statistics.tsx";
import { useTableKey } from "#modules/bets/web/use-table.ts";
import { SeedBar } from "#modules/fairness/web/seed-bar.tsx";
import { colourOf } from "../shared/cloth.ts";
import { getRouletteBets, rouletteChannel } from "../shared/contract.ts";
import { Cloth } from "./cloth.tsx";
import { Racetrack } from "./racetrack.tsx";
import { type PastNumber, ResultPanel } from "./result-panel.tsx";
import { RoomPanel } from "./room-panel.tsx";
import { RouletteRules } from "./roulette-rules.tsx";
import type { RouletteSnapshot } from "./roulette-view.ts";
import { RoundRows } from "./round-rows.tsx";
import { TableBar } from "./table-bar.tsx";
import { useCues } from "./use-cues.ts";
import { type Room, useRoom } from "./use-room.ts";
import { WheelPicture } from "./wheel-picture.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

const texts = ["roulette", "bets", "fairness"] as const;
export const handle = { game: true, texts };

/** A private player has no history of others to count. */
const none: readonly number[] = [];

/** The table and the player's own bets on it are in the first HTML. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RouletteSnapshot | null> {
  return (await context.get(requestContext).snapshot(rouletteChannel.name)) as RouletteSnapshot | null;
}

/** In the browser the socket brings them sooner. */
export const clientLoader = () => null;

export default function RoulettePage() {
  return <RouletteRoom key={useTableKey()} />;
}

function RouletteRoom() {
  const { t } = useTranslation(...texts);
  const room = useRoom(useFirstSnapshot(useLoaderData<typeof loader>()));
  const { desk, view, isTable, number } = room;
  const { language } = desk.table;
  useCues(isTable && desk.sound.on, view.state, isTable ? number : null, room.isWon);
  return (
    <div className="game g-roulette" ref={desk.frame}>
      <PageHead title={t("title")} description={t("description")} />
      <RoomPanel room={room} />
      <RoomStage room={room} />
      <RoomFeed room={room} />
      {desk.rules.on && <RouletteRules table={desk.table} info={desk.info} onClose={() => desk.rules.set(false)} />}
      <p className="sr" role="status">
        {spoken()}
      </p>
    </div>
  );

  function spoken(): string {
    if (number !== null) {
      const result = t("spoken.number", { number, colour: t(`colour.${colourOf(number)}`) });
      if (room.paid === 0n) return result;
      return `${result}. ${t("spoken.paid", { amount: showMoney(room.paid, desk.table.currency, language) })}`;
    }
    if (room.turning) return t("spoken.locked");
    return isTable && view.state === "betting" ? t("spoken.betting") : "";
  }
}

/** Wheel and last number, the cloth, the called bets, and what the number is fixed by. */
function RoomStage({ room }: { room: Room }) {
  const { t } = useTranslation(...texts);
  const { desk, view, isTable, chips, turning, locked } = room;
  const { currency, language, playerId } = desk.table;
  const [lit, setLit] = useState<ReadonlySet<number>>(new Set());
  const past: readonly PastNumber[] = isTable
    ? view.history.map(({ id, pocket, round, status }) => ({
        ...{ id, number: pocket, voided: status === "voided" },
        label: t("check_round", { round: showCount(round, language), number: pocket }),
      }))
    : room.alone.history.map(({ id, outcome }) => ({
        ...{ id, number: outcome, voided: false, label: t("check_spin", { number: outcome }) },
      }));
  return (
    <section className="stage" aria-label={t("stage")}>
      <div className="stage-h">
        <h1>{t("title")}</h1>
        <span className="tag g only-d">{t("tag")}</span>
        {playerId === null && <span className="tag br">{t("demo")}</span>}
      </div>
      <div className="rl-mid">
        <WheelPicture spin={room.spin} resting={turning ? null : room.lastNumber} still={room.calm} />
        <ResultPanel
          title={t(isTable ? "last" : "last_private")}
          number={room.lastNumber}
          waiting={turning ? t("spinning") : null}
          paid={room.paid > 0n ? t("you_won", { amount: showMoney(room.paid, currency, language) }) : null}
          isWon={room.isWon}
          checked={room.checked}
          past={past}
          pockets={isTable ? view.pockets : none}
          view={isTable ? view : null}
          language={language}
        />
      </div>
      <Cloth
        laid={room.laid}
        bet={room.inPlay}
        values={chips.values}
        currency={currency}
        language={language}
        number={room.number}
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
        <TableBar view={view} language={language} />
      ) : (
        <SeedBar playerId={playerId} label={t("bets:next_bet")} last={room.alone.lastProof} language={language} />
      )}
    </section>
  );
}

/** Who is on this spin, the player's own bets, the numbers of this visit. */
function RoomFeed({ room }: { room: Room }) {
  const { t } = useTranslation(...texts);
  const { desk, view, table, alone } = room;
  const { currency, language, playerId } = desk.table;
  const own = useMemo(() => new Set([...view.mine.map(bet => bet.id), ...desk.own.ids]), [view.mine, desk.own.ids]);
  return (
    <FeedColumn
      title={t("this_spin")}
      tab={desk.tab}
      onTab={desk.setTab}
      signedIn={playerId !== null}
      aside={<span className="mut sm num">{showCount(view.betCount, language)}</span>}
    >
      {desk.tab === "all" && <RoundRows view={view} own={own} language={language} />}
      {desk.tab === "mine" && (
        <OwnGameBets
          route={getRouletteBets}
          fresh={table.session.bets + alone.session.bets}
          language={language}
          head={t("number")}
          told={({ pocket, round }) =>
            `${pocket ?? "–"}, ${round === null ? t("own_private") : t("own_round", { round })}`
          }
        />
      )}
      {desk.tab === "statistics" && <Statistics session={room.session} currency={currency} language={language} />}
    </FeedColumn>
  );
}
