import { Suspense, useEffect, useState } from "react";
import { useLive } from "#kit/web/client.ts";
import { showBalance, useSessionStore } from "#modules/accounts/web/session.ts";
import { isBonusPlay } from "#modules/bonuses/web/bonus-play.ts";
import { BonusPlayNotice } from "#modules/bonuses/web/bonus-play-notice.tsx";
import { type BalanceView, meChannel } from "#modules/wallet/shared/contract.ts";

/** In the tab: the player who has seen the notice. */
const noticeKey = "bonus-play";

/** The balance in the top bar follows the player's own channel. The first stake of bonus money in a visit shows a notice. */
export default function OwnChannel() {
  const live = useLive(meChannel.module);
  const store = useSessionStore();
  const [playsBonus, setPlaysBonus] = useState(false);
  useEffect(() => {
    if (!live) return;
    const known = new Map<string, BalanceView>();
    const show = (sums: BalanceView) => {
      known.set(sums.currency, sums);
      showBalance(store, sums);
    };
    return live.follow(meChannel, {
      snapshot: ({ balances }) => {
        for (const sums of balances) show(sums);
      },
      event: (_name, data) => {
        if (!("balance" in data)) return;
        const player = store.getState().user?.id ?? "";
        if (isBonusPlay(known.get(data.currency), data) && sessionStorage.getItem(noticeKey) !== player) {
          sessionStorage.setItem(noticeKey, player);
          setPlaysBonus(true);
        }
        show(data);
      },
    });
  }, [live, store]);
  return <Suspense>{playsBonus && <BonusPlayNotice />}</Suspense>;
}
