import { useEffect, useMemo, useRef, useState } from "react";
import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import { serverNow } from "#kit/web/use-api.ts";
import { reasonOf } from "#modules/bets/web/refusal.ts";
import { type BetEnd, useAutobet } from "#modules/bets/web/use-autobet.ts";
import { useGameSession } from "#modules/bets/web/use-game-session.ts";
import { useHold } from "#modules/bets/web/use-held-balance.ts";
import { useReducedMotion } from "#modules/bets/web/use-reduced-motion.ts";
import { useStoredChoice } from "#modules/bets/web/use-stored-choice.ts";
import { useInstantBet } from "#modules/engines/instant/web/use-instant-bet.ts";
import { waitUntil } from "#modules/engines/shared-rounds/web/wait-until.ts";
import { getRoulette, type RouletteState, rouletteChannel } from "../shared/contract.ts";
import { rouletteLimits } from "../shared/limits.ts";
import { fallMs, spinMs } from "../shared/round.ts";
import { type Chip, totalStake } from "../shared/rules.ts";
import { calledChips, chipsOf, chipValues, double, layChips, type Moves, takeOff, undo } from "./chips.ts";
import { privatePlay, privateShape } from "./play.ts";
import { chipsInPlay, type RouletteSnapshot } from "./roulette-view.ts";
import { useCommitment } from "./use-commitment.ts";
import { useRoulette } from "./use-roulette.ts";
import type { ShownSpin } from "./wheel-picture.tsx";

/** The shared table, or a private spin. */
export const playModes = ["table", "private"] as const;

const tableShape = { spinMs, fallMs };
const nothing: readonly Chip[] = [];
const isSpinning = (state: RouletteState | null): boolean => state === "spinning" || state === "landed";

/** The state of the roulette page: chips selected and placed, the spin shown, and its result. */
export function useRoulettePage(first: RouletteSnapshot | null) {
  const gameSession = useGameSession("roulette", getRoulette, rouletteLimits);
  const { balance, refusal } = gameSession;
  const { currency, playerId } = gameSession.playerContext;
  const [playMode, setPlayMode] = useStoredChoice("roulette:way", playModes, "table");
  const isTable = playMode === "table";
  const reducedMotion = useReducedMotion() || gameSession.fast.on;

  const table = useRoulette({
    playerId,
    currency,
    first,
    onRefused: refusal.refuse,
    onBalance: (of, sum) => {
      balance.show(of, sum);
      balance.release();
    },
  });
  const { view, rested } = table;
  const spinning = isSpinning(view.state) && !rested;
  useHold(spinning, balance);
  const { alone, spin: privateSpin } = usePrivateSpin(gameSession);

  const inPlay = useMemo(() => (isTable ? chipsInPlay(view, currency) : nothing), [isTable, view, currency]);
  const chips = useChips(gameSession.info.limits, currency, inPlay, refusal.clear);
  const takesBets = view.state === "betting" && table.connected;
  const { autobet, running } = useRun({ gameSession, isTable, table, alone, chips });
  const locked = running || (isTable ? !takesBets || table.placing : alone.busy);
  const confirm = async () => {
    const { laid, stake } = chips;
    if (laid.length === 0 || locked || gameSession.mode === "auto") return;
    refusal.clear();
    chips.remember(laid);
    if (!isTable) await alone.place(laid, stake);
    else if ((await table.place(laid)) === null) chips.clear();
  };

  const { startedAtMs, pocket } = view;
  const tableSpin = useMemo<ShownSpin | null>(() => {
    if (startedAtMs === null || !spinning) return null;
    return { elapsed: () => serverNow(rouletteChannel.module) - startedAtMs, shape: tableShape, pocket };
  }, [startedAtMs, spinning, pocket]);

  /** The number that chips on the cloth are compared with; null before the ball rests. */
  const number = isTable ? (rested ? pocket : null) : alone.revealed ? (alone.last?.outcome ?? null) : null;
  const before = isTable ? view.history[0]?.pocket : alone.history[0]?.outcome;
  const checked = useCommitment(view, rested);
  const seenRound = number === null ? view.history[0]?.round : view.round;
  const ended = view.mine.filter(
    bet => bet.round === view.round && bet.status === "settled" && bet.currency === currency,
  );
  const paidAtTable = ended.reduce((sum, bet) => sum + parseDecimal(bet.payout), 0n);
  const paid = number === null ? 0n : isTable ? paidAtTable : (alone.last?.payout ?? 0n);
  return {
    gameSession,
    table,
    alone,
    playMode,
    setPlayMode,
    isTable,
    reducedMotion,
    view,
    chips,
    inPlay,
    locked,
    takesBets,
    confirm,
    autobet,
    running,
    /** Placed chips on the cloth: those of a run are there once, whether placed or bet. */
    laid: running && inPlay.length > 0 ? nothing : chips.laid,
    number,
    paid,
    turning: isTable ? spinning : !alone.revealed,
    spin: isTable ? tableSpin : privateSpin,
    /** The last number shown. */
    lastNumber: number ?? before ?? null,
    /** Whether that number matches the commitment; null if this browser cannot check it, and for a private spin, whose seed is still secret. */
    checked: isTable && checked?.round === seenRound ? checked : null,
    isWon: paid > (isTable ? totalStake(inPlay) : (alone.last?.stake ?? 0n)),
    session: isTable ? table.session : alone.session,
  };
}

export type RoulettePageState = ReturnType<typeof useRoulettePage>;

type GameSession = ReturnType<typeof useGameSession>;

/** A run bets the chips on the cloth at its start, spin after spin; they stay visible there. */
function useRun(at: {
  gameSession: GameSession;
  isTable: boolean;
  table: ReturnType<typeof useRoulette>;
  alone: ReturnType<typeof usePrivateSpin>["alone"];
  chips: ReturnType<typeof useChips>;
}) {
  const { gameSession, isTable, alone, chips } = at;
  const latest = useRef(at);
  latest.current = at;
  const left = useRef(false);
  useEffect(
    () => () => {
      left.current = true;
    },
    [],
  );
  const stopping = useRef(false);
  const last = useRef<number | null>(null);

  async function placeAtTable(): Promise<BetEnd> {
    const now = () => latest.current.table;
    const isOpen = () => now().connected && now().view.state === "betting" && now().view.round !== last.current;
    const given = { kind: "refused", reason: "error" } as const;
    if (!(await waitUntil(isOpen, () => left.current || stopping.current))) return given;
    const { round } = now().view;
    const refused = await now().place(latest.current.chips.laid);
    if (refused !== null) return { kind: "refused", reason: reasonOf(refused) };
    last.current = round;
    const mine = () => now().view.mine.filter(bet => bet.round === round);
    const isOver = () => now().rested && mine().length > 0 && mine().every(bet => bet.status !== "open");
    // Another spin has begun: this one's result was missed and is shown in the list of own bets.
    if (!(await waitUntil(isOver, () => left.current || now().view.round !== round))) return given;
    const sum = (of: "stake" | "payout") => micros(mine().reduce((all, bet) => all + parseDecimal(bet[of]), 0n));
    return { kind: "settled", stake: sum("stake"), payout: sum("payout") };
  }

  const limits = { min: gameSession.info.limits.min, max: chips.stake };
  const place = (stake: Micros) => (isTable ? placeAtTable() : alone.place(chips.laid, stake));
  const autobet = useAutobet(
    limits,
    place,
    gameSession.fast.on && !isTable ? 200 : 1_200,
    gameSession.playerContext.balance,
  );
  const { state } = autobet;
  stopping.current = state.phase === "running" && state.stopping !== null;
  return { autobet, running: state.phase === "running" };
}

/** The selected denomination, and chips that are placed and not bet yet. */
function useChips(
  limits: GameSession["info"]["limits"],
  currency: GameSession["playerContext"]["currency"],
  inPlay: readonly Chip[],
  onChange: () => void,
) {
  const [moves, setMoves] = useState<Moves>([]);
  const [last, remember] = useState<readonly Chip[]>(nothing);
  const values = useMemo(() => chipValues(currency, limits), [currency, limits]);
  const [wanted, take] = useState(values[0]);
  const inHand = values.find(value => value === wanted) ?? values[0] ?? limits.min;
  const laid = useMemo(() => chipsOf(moves), [moves]);
  const headroom = { max: limits.max, bet: inPlay };
  const lay = (chips: readonly Chip[]) => {
    onChange();
    setMoves(present => layChips(present, chips, headroom));
  };
  return {
    values,
    inHand,
    take,
    laid,
    stake: totalStake(laid),
    remember,
    canRepeat: last.length > 0 && moves.length === 0,
    layOne: (spot: string) => lay([{ spot, stake: inHand }]),
    call: (called: Parameters<typeof calledChips>[0]) => lay(calledChips(called, inHand)),
    repeat: () => lay(last),
    undo: () => setMoves(undo),
    double: () => setMoves(present => double(present, headroom)),
    clear: () => setMoves([]),
    takeOff: (spot: string) => setMoves(present => takeOff(present, spot)),
  };
}

/** A private spin, and its animation. */
function usePrivateSpin(gameSession: GameSession) {
  const [spin, setSpin] = useState<ShownSpin | null>(null);
  const play = useMemo(
    () =>
      privatePlay(pocket => {
        const begun = performance.now();
        setSpin({ elapsed: () => performance.now() - begun, shape: privateShape, pocket });
      }),
    [],
  );
  const alone = useInstantBet(gameSession, play);
  useEffect(() => {
    if (alone.revealed) setSpin(null);
  }, [alone.revealed]);
  return { alone, spin };
}
