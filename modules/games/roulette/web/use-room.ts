import { useEffect, useMemo, useState } from "react";
import { parseDecimal } from "#kit/money/amount.ts";
import { houseNow } from "#kit/web/house.ts";
import { useGameDesk } from "#modules/desk/web/use-game-desk.ts";
import { useInstantBet } from "#modules/desk/web/use-instant-bet.ts";
import { useKept } from "#modules/desk/web/use-kept.ts";
import { getRoulette, type RouletteState, rouletteChannel } from "../shared/contract.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { fallMs, spinMs } from "../shared/round.ts";
import { type Chip, totalStake } from "../shared/rules.ts";
import { calledChips, chipsOf, chipValues, double, layChips, type Moves, takeOff, undo } from "./chips.ts";
import { privatePlay, privateShape } from "./play.ts";
import { chipsInPlay } from "./roulette-view.ts";
import { useRoulette } from "./use-roulette.ts";
import type { ShownSpin } from "./wheel-picture.tsx";

/** The shared table, or a spin of the player's own. */
export const ways = ["table", "private"] as const;

const tableShape = { spinMs, fallMs };
const nothing: readonly Chip[] = [];
const isSpinning = (state: RouletteState | null): boolean => state === "spinning" || state === "landed";

/** All that the page of roulette keeps: chips in hand and on the cloth, the spin that is seen, and what came of it. */
export function useRoom() {
  const desk = useGameDesk("roulette", getRoulette, rouletteLimits);
  const { balance, refusal } = desk;
  const { currency, playerId } = desk.table;
  const [way, setWay] = useKept("roulette:way", ways, "table");
  const isTable = way === "table";
  const calm = useCalm() || desk.fast.on;

  const table = useRoulette({
    ...{ playerId, currency, onRefused: refusal.refuse },
    onBalance: (of, sum) => {
      balance.show(of, sum);
      balance.release();
    },
  });
  const { view, rested } = table;
  const spinning = isSpinning(view.state) && !rested;
  useHeldUntilRest(spinning, balance);
  const { alone, spin: privateSpin } = usePrivateSpin(desk);

  const inPlay = useMemo(() => (isTable ? chipsInPlay(view, currency) : nothing), [isTable, view, currency]);
  const chips = useChips(desk.info.limits, currency, inPlay, refusal.clear);
  const takesBets = view.state === "betting" && table.connected;
  const locked = isTable ? !takesBets || table.placing : alone.busy;
  const confirm = async () => {
    const { laid, stake } = chips;
    if (laid.length === 0 || locked) return;
    refusal.clear();
    chips.remember(laid);
    if (!isTable) await alone.place(laid, stake);
    else if (await table.place(laid)) chips.clear();
  };

  const { startedAtMs, pocket } = view;
  const tableSpin = useMemo<ShownSpin | null>(() => {
    if (startedAtMs === null || !spinning) return null;
    return { elapsed: () => houseNow(rouletteChannel.module) - startedAtMs, shape: tableShape, pocket };
  }, [startedAtMs, spinning, pocket]);

  /** The number that chips on the cloth are held against; null before the ball rests. */
  const number = isTable ? (rested ? pocket : null) : alone.revealed ? (alone.last?.outcome ?? null) : null;
  const before = isTable ? view.history[0]?.pocket : alone.history[0]?.outcome;
  const ended = view.mine.filter(
    bet => bet.round === view.round && bet.status === "settled" && bet.currency === currency,
  );
  const paidAtTable = ended.reduce((sum, bet) => sum + parseDecimal(bet.payout), 0n);
  const paid = number === null ? 0n : isTable ? paidAtTable : (alone.last?.payout ?? 0n);
  return {
    ...{ desk, table, alone, way, setWay, isTable, calm, view, chips, inPlay, locked, takesBets, confirm },
    ...{ number, paid, turning: isTable ? spinning : !alone.revealed, spin: isTable ? tableSpin : privateSpin },
    /** The last number that was seen. */
    lastNumber: number ?? before ?? null,
    isWon: paid > (isTable ? totalStake(inPlay) : (alone.last?.stake ?? 0n)),
    session: isTable ? table.session : alone.session,
  };
}

export type Room = ReturnType<typeof useRoom>;

type Desk = ReturnType<typeof useGameDesk>;

/** Chips in hand and chips that are laid and not bet yet. */
function useChips(
  limits: Desk["info"]["limits"],
  currency: Desk["table"]["currency"],
  inPlay: readonly Chip[],
  onChange: () => void,
) {
  const [moves, setMoves] = useState<Moves>([]);
  const [last, remember] = useState<readonly Chip[]>(nothing);
  const values = useMemo(() => chipValues(currency, limits), [currency, limits]);
  const [wanted, take] = useState(values[0]);
  const inHand = values.find(value => value === wanted) ?? values[0] ?? limits.min;
  const laid = useMemo(() => chipsOf(moves), [moves]);
  const room = { max: limits.max, bet: inPlay };
  const lay = (chips: readonly Chip[]) => {
    onChange();
    setMoves(present => layChips(present, chips, room));
  };
  return {
    ...{ values, inHand, take, laid, stake: totalStake(laid), remember },
    canRepeat: last.length > 0 && moves.length === 0,
    layOne: (spot: string) => lay([{ spot, stake: inHand }]),
    call: (called: Parameters<typeof calledChips>[0]) => lay(calledChips(called, inHand)),
    repeat: () => lay(last),
    undo: () => setMoves(undo),
    double: () => setMoves(present => double(present, room)),
    clear: () => setMoves([]),
    takeOff: (spot: string) => setMoves(present => takeOff(present, spot)),
  };
}

/** A spin of the player's own, and its motion while it is on its way to the player's eyes. */
function usePrivateSpin(desk: Desk) {
  const [spin, setSpin] = useState<ShownSpin | null>(null);
  const play = useMemo(
    () =>
      privatePlay(pocket => {
        const begun = performance.now();
        setSpin({ elapsed: () => performance.now() - begun, shape: privateShape, pocket });
      }),
    [],
  );
  const alone = useInstantBet(desk, play);
  useEffect(() => {
    if (alone.revealed) setSpin(null);
  }, [alone.revealed]);
  return { alone, spin };
}

/** Hints of a new balance wait until the ball rests: the frame never tells a result before the stage. */
function useHeldUntilRest(held: boolean, balance: Desk["balance"]): void {
  useEffect(() => {
    if (!held) return;
    balance.hold();
    return () => balance.release();
  }, [held, balance]);
}

/** Whether the visitor's system asks for less motion. */
function useCalm(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const query = window.matchMedia("(prefers-reduced-motion: reduce)");
    const read = () => setCalm(query.matches);
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, []);
  return calm;
}
