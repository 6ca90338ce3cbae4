import { useRef, useState } from "react";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { getWallets } from "#modules/wallet/shared/contract.ts";
import { createExchange, createQuote, type QuoteView as Quote } from "../shared/contract.ts";
import { useSecondsTo } from "./use-seconds-to.ts";

/** Refusals that require a new quote. */
const rateIsOver = new Set(["quote_changed", "quote_expired"]);

interface QuoteViewProps {
  readonly quote: Quote;
  onBack(): void;
  /** A new quote for the same request. */
  onQuote(quote: Quote): void;
  onDone(): void;
}

/** The quote while it is valid, and its confirmation. */
export function QuoteView({ quote, onBack, onQuote, onDone }: QuoteViewProps) {
  const { t } = useTranslation("exchange");
  const newQuote = useMutation(createQuote);
  const exchange = useMutation(createExchange, { invalidates: [getWallets] });
  const cache = useRouteCache();
  const { busy, submit } = useSubmit("exchange");
  const left = useSecondsTo(quote.expires_at);
  const key = useRef({ quote: quote.id, key: crypto.randomUUID() });
  // One quote has one key, however often it is sent: a lost answer is found again.
  if (key.current.quote !== quote.id) key.current = { quote: quote.id, key: crypto.randomUUID() };
  // The outcome of the last attempt is unknown: the exchange may have been made.
  const [unconfirmed, setUnconfirmed] = useState(false);
  const requote = async () => {
    const { from, to, amount } = quote;
    const body = { from, to, amount: /\.\d{3}/.test(amount) ? "all" : amount };
    onQuote(await newQuote.mutate({ body }));
  };
  const confirm = () =>
    submit(async () => {
      try {
        await exchange.mutate({ body: { quote_id: quote.id } }, { key: key.current.key });
        onDone();
      } catch (error) {
        const isRefused =
          error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
        setUnconfirmed(!isRefused);
        if (!isRefused) void cache.invalidate(getWallets);
        // The form says it, for as long as it is so.
        if (error instanceof ApiError && error.status === 0) return;
        // The notification names the reason; the new rate is already shown.
        if (error instanceof ApiError && rateIsOver.has(error.code)) await requote();
        throw error;
      }
    });
  const renew = () => submit(requote);
  // An unconfirmed exchange is sent again even under an expired quote: its key returns what was done, and no second one is made.
  const mayConfirm = left > 0 || unconfirmed;
  return (
    <div className="col gap-4">
      <Sums quote={quote} />
      <QuoteState left={left} unconfirmed={unconfirmed} />
      <div className="row two">
        <Button variant="outline" size="l" onClick={onBack} disabled={busy}>
          {t("back")}
        </Button>
        <Button variant="primary" size="l" wide busy={busy} onClick={mayConfirm ? confirm : renew}>
          {mayConfirm ? t("confirm") : t("renew")}
        </Button>
      </div>
    </div>
  );
}

function QuoteState({ left, unconfirmed }: { readonly left: number; readonly unconfirmed: boolean }) {
  const { t } = useTranslation("exchange");
  if (left > 0 && !unconfirmed) return <p className="sm muted">{t("holds", { count: left })}</p>;
  return (
    <p className="note warn" role="status">
      {t(unconfirmed ? "unconfirmed" : "over")}
    </p>
  );
}

export function Sums({ quote }: { quote: Quote }) {
  const { t } = useTranslation("exchange");
  const language = languageOf(useLocale());
  const show = (sum: string, currency: string) => showMoney(parseDecimal(sum), currency as Currency, language);
  return (
    <dl className="fx-sums">
      <div>
        <dt>{t("give")}</dt>
        <dd className="display">{show(quote.amount, quote.from)}</dd>
      </div>
      <div>
        <dt>{t("get")}</dt>
        <dd className="display win">{show(quote.receive, quote.to)}</dd>
      </div>
      <div className="key-value">
        <dt>{t("rate")}</dt>
        <dd>
          <b>{`1 ${quote.from} = ${shortRate(quote.rate, language)} ${quote.to}`}</b>
        </dd>
      </div>
      <div className="key-value">
        <dt>{t("spread")}</dt>
        <dd>
          <b>{show(quote.spread, quote.to)}</b>
        </dd>
      </div>
    </dl>
  );
}

/** Six significant digits are enough to read; the server's statement has all twelve. */
function shortRate(rate: string, language: Language): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const digits = fraction.slice(0, Math.max(2, zeros + 6 - (whole === "0" ? 0 : whole.length)));
  const text = digits === "" ? whole : `${whole}.${digits}`;
  return showDecimal(text, language);
}
