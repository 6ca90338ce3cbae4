import { useCallback, useEffect, useRef, useState } from "react";
import { type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type BetReply, placeIntent, resumeIntent } from "#modules/desk/web/place-intent.ts";
import { countBet, freshSession, type Session } from "#modules/desk/web/session.ts";
import { play } from "#modules/desk/web/sound.ts";
import type { BetEnd } from "#modules/desk/web/use-autobet.ts";
import { placeDiceBet } from "../shared/contract.ts";
import { browserBytes, type DemoTable, openDemoTable } from "./demo.ts";
import type { ShownRoll } from "./dice-stage.tsx";
import { type Choice, decimal, readDecimal, targetOf } from "./fields.ts";

export const rollMs = 240;
const historyKept = 6;

interface DiceOptions {
  /** The account that plays; null plays for nothing, in the page. */
  readonly playerId: string | null;
  readonly currency: Currency;
  /** Results at once. */
  readonly fast: boolean;
  readonly sound: boolean;
  onRefused(reply: Extract<BetReply, { kind: "refused" }>): void;
  /** The stage has shown the result: balances may say it too. */
  onShown(shown: ShownRoll, balance: string | null): void;
}

type DiceBody = Record<"stake" | "currency" | "direction" | "target", string>;

/** Rolls one bet at a time and shows each result only when the stage has. */
export function useDice(options: DiceOptions) {
  const [busy, setBusy] = useState(false);
  const [unheard, setUnheard] = useState(false);
  const [rolling, setRolling] = useState<number | null>(null);
  const [last, setLast] = useState<ShownRoll | null>(null);
  const [history, setHistory] = useState<readonly ShownRoll[]>([]);
  const [session, setSession] = useState<Session>(freshSession);
  const [proof, setProof] = useState<{ nonce: number; hash: string } | null>(null);
  const inFlight = useRef(false);
  const demo = useRef<DemoTable | undefined>(undefined);
  const now = useRef(options);
  now.current = options;
  const from = useRef(0);

  const show = useCallback(
    async (shown: ShownRoll, balance: string | null, used: { nonce: number; hash: string } | null) => {
      if (!now.current.fast && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
        await animate(from.current, shown.roll, setRolling);
      }
      from.current = shown.roll;
      setRolling(null);
      setLast(shown);
      setHistory(rows => [shown, ...rows].slice(0, historyKept));
      setSession(counted => countBet(counted, shown.stake, shown.payout));
      if (used !== null) setProof(used);
      now.current.onShown(shown, balance);
      if (now.current.sound) cue(shown);
    },
    [],
  );

  const finish = useCallback(
    async (reply: BetReply, body: DiceBody): Promise<BetEnd> => {
      if (reply.kind === "unheard") {
        setUnheard(true);
        return { kind: "refused", reason: "error" };
      }
      setUnheard(false);
      if (reply.kind === "refused") {
        now.current.onRefused(reply);
        return { kind: "refused", reason: reasonOf(reply.code) };
      }
      const answer = (reply.body as { data: DiceAnswer }).data;
      const shown = shownOf(answer, body);
      await show(shown, answer.balance, { nonce: answer.proof.nonce, hash: answer.proof.server_seed_hash });
      return { kind: "settled", stake: shown.stake, payout: shown.payout };
    },
    [show],
  );

  /** Rolls once, or does nothing while a roll is on its way: a double click is one bet. */
  const roll = useCallback(
    async (choice: Choice, stake: Micros, stakeText: string): Promise<BetEnd> => {
      if (inFlight.current) return { kind: "refused", reason: "error" };
      inFlight.current = true;
      setBusy(true);
      try {
        const { playerId, currency } = now.current;
        if (playerId === null) {
          demo.current ??= openDemoTable(browserBytes);
          const result = demo.current.roll({ direction: choice.direction, target: targetOf(choice) }, stake);
          await show({ id: null, choice, stake, currency, ...result }, null, null);
          return { kind: "settled", stake, payout: result.payout };
        }
        const body = { stake: stakeText, currency, direction: choice.direction, target: decimal(targetOf(choice), 2) };
        const { reply, sent } = await placeIntent("dice", playerId, placeDiceBet, body);
        return await finish(reply, sent as DiceBody);
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
      const resumed = await resumeIntent("dice", playerId, placeDiceBet);
      if (resumed) await finish(resumed.reply, resumed.sent as DiceBody);
      else setUnheard(false);
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }, [finish]);

  useEffect(() => {
    if (options.playerId !== null) void resume();
  }, [options.playerId, resume]);

  return { roll, resume, busy, unheard, rolling, last, history, session, lastProof: proof };
}

interface DiceAnswer {
  id: string;
  currency: Currency;
  stake: string;
  payout: string;
  balance: string;
  outcome?: { roll: string };
  proof: { nonce: number; server_seed_hash: string };
}

function shownOf(answer: DiceAnswer, body: DiceBody): ShownRoll {
  const target = readDecimal(body.target, 2) ?? 0;
  const direction = body.direction === "under" ? "under" : "over";
  return {
    id: answer.id,
    roll: readDecimal(answer.outcome?.roll ?? "0", 2) ?? 0,
    choice: { direction, winning: direction === "over" ? 9999 - target : target },
    stake: parseDecimal(answer.stake),
    payout: parseDecimal(answer.payout),
    currency: answer.currency,
  };
}

export function reasonOf(code: string): "limits" | "funds" | "error" {
  if (code === "insufficient_funds") return "funds";
  return code === "stake_out_of_limits" || code === "win_cap" || code === "limit_reached" ? "limits" : "error";
}

/** The number runs from the last roll to the new one; it says nothing that was not decided before. */
function animate(start: number, end: number, tick: (value: number) => void): Promise<void> {
  return new Promise(resolve => {
    const begun = performance.now();
    const frame = (time: number) => {
      const share = Math.min(1, (time - begun) / rollMs);
      tick(Math.round(start + (end - start) * (1 - (1 - share) ** 3)));
      if (share < 1 && !document.hidden) requestAnimationFrame(frame);
      else resolve();
    };
    if (document.hidden) resolve();
    else requestAnimationFrame(frame);
  });
}

function cue(shown: ShownRoll): void {
  if (shown.payout > shown.stake * 10n) play({ name: "win" });
  else if (shown.payout > shown.stake) play({ name: "tick", height: shown.roll / 9999 });
}
