import { useState } from "react";
import type { Currency } from "#kit/money/currency.ts";
import { Modal } from "#kit/ui/modal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { QuoteView as Quote } from "../shared/contract.ts";
import { ExchangeDone } from "./exchange-done.tsx";
import { ExchangeForm } from "./exchange-form.tsx";
import { QuoteView } from "./quote-view.tsx";
import { useBalances } from "./use-balances.ts";
import "./exchange.css";

/** Exchange in three steps: amount, quote, result. */
export default function ExchangeModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("exchange");
  const active = useSession(state => state.user?.currency ?? null);
  const { balances, failed, again } = useBalances();
  const [quote, setQuote] = useState<Quote | null>(null);
  const [done, setDone] = useState(false);
  return (
    <Modal title={t("title")} closeText={t("close")} onClose={onClose} className="fx">
      {quote && done ? (
        <ExchangeDone quote={quote} onClose={onClose} />
      ) : quote ? (
        <QuoteView quote={quote} onBack={() => setQuote(null)} onQuote={setQuote} onDone={() => setDone(true)} />
      ) : balances ? (
        <ExchangeForm active={active as Currency | null} balances={balances} onQuote={setQuote} />
      ) : failed ? (
        <div className="empty">
          <p role="alert">{t("failed")}</p>
          <button type="button" className="btn secondary" onClick={again}>
            {t("again")}
          </button>
        </div>
      ) : (
        <Skeleton height={300} />
      )}
    </Modal>
  );
}
