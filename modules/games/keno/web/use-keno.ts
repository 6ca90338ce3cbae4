import { useCallback, useEffect, useRef, useState } from "react";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type BetReply, placeIntent, resumeIntent } from "#modules/desk/web/place-intent.ts";
import { countBet, freshSession, type Session } from "#modules/desk/web/session.ts";
import { play } from "#modules/desk/web/sound.ts";
import type { BetEnd } from "#modules/desk/web/use-autobet.ts";
import { placeKenoBet } from "../shared/contract.ts";
import { numbersDrawn } from "../shared/odds.ts";
import type { KenoBet, Risk } from "../shared/rules.ts";
import { browserBytes, type DemoTable, openDemoTable } from "./demo.ts";

/** Between two balls. */
export const ballMs = 90;
/** From the first ball until the last has landed. */
export const drawMs = ballMs * numbersDrawn;
const historyKept = 5;

/** A draw as the stage shows it. */
export interface ShownDraw {
  /** The outside name of the bet; null for demo draws, which nobody else knows. */
  readonly id: string | null;
  readonly bet: KenoBet;
  /** In the order in which they fell. */
  readonly drawn: readonly number[];
  readonly stake: Micros;
  readonly payout: Micros;
  readonly currency: Currency;
}

interface KenoOptions {
  /** The account that plays; null plays for nothing, in the page. */
  readonly playerId: string | null;
  readonly currency: Currency;
  /** Results at once. */
  readonly fast: boolean;
  readonly sound: boolean;
  onRefused(reply: Extract<BetReply, { kind: "refused" }>): void;
  /** The stage has shown the result: balances may say it too. */
  onShown(shown: ShownDraw, balance: string | null): void;
}

interface KenoBody {
  readonly stake: string;
  readonly currency: string;
  readonly picks: number[];
  readonly risk: Risk;
}

/** Draws for one bet at a time and shows each result only when the stage has. */
export function useKeno(options: KenoOptions) {
  const [busy, setBusy] = useState(false);
  const [unheard, setUnheard] = useState(false);
  const [last, setLast] = useState<ShownDraw | null>(null);
  /** How many balls of the last draw lie on the board; all of them when it is over. */
  const [landed, setLanded] = useState(0);
  const [history, setHistory] = useState<readonly ShownDraw[]>([]);
  const [session, setSession] = useState<Session>(freshSession);
  const [proof, setProof] = useState<{ nonce: number; hash: string } | null>(null);
  const inFlight = useRef(false);
  const demo = useRef<DemoTable | undefined>(undefined);
  const now = useRef(options);
  now.current = options;

  const show = useCallback(
    async (shown: ShownDraw, balance: string | null, used: { nonce: number; hash: string } | null) => {
      const still = now.current.fast || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      // Both in one picture: the balls of this draw are never seen before they fall.
      setLanded(still ? numbersDrawn : 0);
      setLast(shown);
      if (!still) {
        await land(count => {
          setLanded(count);
          if (now.current.sound && count > 0) cueBall(shown, count);
        });
      }
      setLanded(numbersDrawn);
      setHistory(rows => [shown, ...rows].slice(0, historyKept));
      setSession(counted => countBet(counted, shown.stake, shown.payout));
      if (used !== null) setProof(used);
      now.current.onShown(shown, balance);
      if (now.current.sound && shown.payout > shown.stake) play({ name: "win" });
    },
    [],
  );

  const finish = useCallback(
    async (reply: BetReply, body: KenoBody): Promise<BetEnd> => {
      if (reply.kind === "unheard") {
        setUnheard(true);
        return { kind: "refused", reason: "error" };
      }
      setUnheard(false);
      if (reply.kind === "refused") {
        now.current.onRefused(reply);
        return { kind: "refused", reason: reasonOf(reply.code) };
      }
      const answer = (reply.body as { data: KenoAnswer }).data;
      const shown = shownOf(answer, body);
      await show(shown, answer.balance, { nonce: answer.proof.nonce, hash: answer.proof.server_seed_hash });
      return { kind: "settled", stake: shown.stake, payout: shown.payout };
    },
    [show],
  );

  /** Draws once, or does nothing while a draw is on its way: a double click is one bet. */
  const draw = useCallback(
    async (bet: KenoBet, stake: Micros, stakeText: string): Promise<BetEnd> => {
      if (inFlight.current) return { kind: "refused", reason: "error" };
      inFlight.current = true;
      setBusy(true);
      try {
        const { playerId, currency } = now.current;
        if (playerId === null) {
          demo.current ??= openDemoTable(browserBytes);
          const result = demo.current.draw(bet, stake);
          await show({ id: null, bet, stake, currency, ...result }, null, null);
          return { kind: "settled", stake, payout: result.payout };
        }
        const body: KenoBody = { stake: stakeText, currency, picks: [...bet.picks], risk: bet.risk };
        const { reply, sent } = await placeIntent("keno", playerId, placeKenoBet, body);
        return await finish(reply, sent as KenoBody);
      } finally {
        inFlight.current = false;
        setBusy(false);
      }
    },
    [finish, show],
  );

  /** Asks again for the answer to a bet that got none: the same bet under the same key. */
  const resume = useCallback(async () => {
    const { playerId } = now.current;
    if (playerId === null || inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    try {
      const resumed = await resumeIntent("keno", playerId, placeKenoBet);
      if (resumed) await finish(resumed.reply, resumed.sent as KenoBody);
      else setUnheard(false);
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }, [finish]);

  useEffect(() => {
    if (options.playerId !== null) void resume();
  }, [options.playerId, resume]);

  /** Takes the last draw off the board: its numbers were for other picks. */
  const wipe = useCallback(() => setLast(null), []);

  return { draw, resume, wipe, busy, unheard, landed, last, history, session, lastProof: proof };
}

interface KenoAnswer {
  id: string;
  currency: Currency;
  stake: string;
  payout: string;
  balance: string;
  outcome?: { drawn: number[] };
  proof: { nonce: number; server_seed_hash: string };
}

function shownOf(answer: KenoAnswer, { picks, risk }: KenoBody): ShownDraw {
  return {
    id: answer.id,
    bet: { picks, risk },
    drawn: answer.outcome?.drawn ?? [],
    stake: parseDecimal(answer.stake),
    payout: parseDecimal(answer.payout),
    currency: answer.currency,
  };
}

function reasonOf(code: string): "limits" | "funds" | "error" {
  if (code === "insufficient_funds") return "funds";
  return code === "stake_out_of_limits" || code === "win_cap" || code === "limit_reached" ? "limits" : "error";
}

/** Counts the balls up, one each {@link ballMs}; at once in a hidden tab. They say nothing that was not decided before. */
function land(tell: (count: number) => void): Promise<void> {
  return new Promise(resolve => {
    const begun = performance.now();
    let told = -1;
    const frame = (time: number) => {
      const count = Math.max(0, Math.min(numbersDrawn, Math.floor((time - begun) / ballMs)));
      if (count !== told) tell(count);
      told = count;
      if (count < numbersDrawn && !document.hidden) requestAnimationFrame(frame);
      else resolve();
    };
    if (document.hidden) resolve();
    else requestAnimationFrame(frame);
  });
}

function cueBall({ bet, drawn }: ShownDraw, count: number): void {
  const ball = drawn[count - 1];
  if (ball !== undefined && bet.picks.includes(ball)) play({ name: "tick", height: count / numbersDrawn });
}
