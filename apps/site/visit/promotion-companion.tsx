import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useMatches } from "react-router";
import { modalOf } from "#kit/web/modal-link.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { Page } from "./page.ts";
import { closePromotion, promotionOf, registerWithPromotion, type ShownPromotion } from "./promotion.ts";

const PromotionDialog = lazy(() => import("#modules/bonuses/web/promotion-dialog.tsx"));

/** Opens the dialog of an advertisement's promotion: not over a game, and not beside another dialog. */
export function Promotion({ page, settled }: { readonly page: Page; readonly settled: boolean }) {
  const status = useSession(state => state.status);
  const { search } = useLocation();
  const inGame = useMatches().some(match => (match.handle as { game?: boolean } | undefined)?.game === true);
  const [shown, setShown] = useState<ShownPromotion | null>(null);
  useEffect(() => {
    if (!settled || status === "unknown") return;
    let here = true;
    void promotionOf(page).then(found => here && setShown(found));
    return () => {
      here = false;
    };
  }, [page, settled, status]);
  if (!shown || inGame || modalOf(search) !== null || status === "unknown") return null;
  const close = () => {
    closePromotion(page);
    setShown(null);
  };
  return (
    <Suspense>
      <PromotionDialog
        {...shown}
        isPlayer={status === "player"}
        onRegister={() => {
          registerWithPromotion(page, shown.promotion);
          setShown(null);
        }}
        onClose={close}
      />
    </Suspense>
  );
}
