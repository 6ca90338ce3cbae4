import { useId, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { FieldError } from "#kit/ui/input.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { answerPayout, type PayoutView } from "../shared/payout-contract.ts";
import { longestPayoutAnswer } from "../shared/payout-questions.ts";
import { showPayout } from "./show-payout.ts";

interface PayoutQuestionProps {
  readonly payout: string;
  readonly question: NonNullable<PayoutView["question"]>;
}

/** What an operator asked about a withdrawal, and the field for the answer. A failed attempt keeps the text. */
export function PayoutQuestion({ payout, question }: PayoutQuestionProps) {
  const { t } = useTranslation("payments");
  const id = useId();
  const [answer, setAnswer] = useState("");
  const { mutate } = useMutation(answerPayout, { onSuccess: showPayout });
  const { busy, errors, submit } = useSubmit("payments");
  return (
    <form
      className="pay-answer"
      onSubmit={event => {
        event.preventDefault();
        void submit(async () => {
          await mutate({ params: { id: payout }, body: { answer: answer.trim() } });
          notify({ kind: "info", lines: [t("out.answered")] });
        });
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t(`out.questions.${question.topic}`)}
        </label>
        <textarea
          id={id}
          className={errors.answer ? "input-box error" : "input-box"}
          rows={4}
          required
          maxLength={longestPayoutAnswer}
          value={answer}
          aria-invalid={errors.answer ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={event => setAnswer(event.target.value)}
        />
        <p id={`${id}-note`} className="muted xs">
          {t("out.answer_note")}
        </p>
        <FieldError text={errors.answer} />
      </div>
      <Button type="submit" size="l" wide busy={busy} disabled={answer.trim() === ""}>
        {t("out.answer")}
      </Button>
    </form>
  );
}
