import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { askAboutPayout, type PayoutRowView } from "#modules/payments/office/contract.ts";
import { type PayoutTopic, payoutTopics } from "#modules/payments/shared/payout-questions.ts";

interface AskPlayerProps {
  readonly payout: PayoutRowView;
  onAsked(): void;
}

/** Asks the player about a payout that waits; they read the question in their language. */
export function AskPlayer({ payout, onAsked }: AskPlayerProps) {
  const { t } = useTranslation("office");
  const { id, player } = payout;
  return (
    <Decide
      action={t("payouts.ask")}
      title={t("payouts.ask_title", { sum: money(payout.amount, payout.currency), name: player.name })}
      text={t("payouts.ask_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const topic = String(given.get("topic")) as PayoutTopic;
        await call(askAboutPayout, { params: { id }, body: { topic, reason } }, key);
        onAsked();
      }}
    >
      <fieldset className="field checks">
        <legend>{t("payouts.question")}</legend>
        {payoutTopics.map((topic, index) => (
          <label key={topic} className="row">
            <input type="radio" name="topic" value={topic} defaultChecked={index === 0} />
            {t(`payouts.topics.${topic}`)}
          </label>
        ))}
      </fieldset>
    </Decide>
  );
}

/** The last question about a payout and its answer; empty without one. */
export function PayoutQuestionPanel({ payout: { question } }: Pick<AskPlayerProps, "payout">) {
  const { t } = useTranslation("office");
  if (!question) return null;
  const { topic, by, at, open, until, answered_at, answer } = question;
  return (
    <Panel
      title={t("payouts.question")}
      aside={
        <Tag tone={answer === null ? (open ? "wait" : "bad") : "good"}>
          {t(answer === null ? (open ? "payouts.asked" : "payouts.unanswered") : "payouts.answered")}
        </Tag>
      }
    >
      <Facts
        layout="split"
        of={[
          [t("payouts.question"), t(`payouts.topics.${topic}`)],
          [t("payouts.asked_by"), by],
          [t("payouts.asked_at"), <Moment key="at" at={at} />],
          ...(answer === null
            ? [[t("payouts.asked_until"), <Moment key="until" at={until} />] as const]
            : [
                [t("payouts.answered_at"), <Moment key="answered" at={answered_at} />] as const,
                [
                  t("payouts.answer"),
                  <span key="answer" className="reason">
                    {answer}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Panel>
  );
}
