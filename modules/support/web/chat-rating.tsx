import { type LucideIcon, Minus, ThumbsDown, ThumbsUp } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { rateConversation, ratings, readConversation } from "../shared/contract.ts";

type Rating = (typeof ratings)[number];
const icons: Readonly<Record<Rating, LucideIcon>> = { yes: ThumbsUp, partly: Minus, no: ThumbsDown };

/** Once for each conversation, and only if the visitor wants to. */
export function ChatRating({ id, onRated }: { id: string; onRated(): void }) {
  const { t } = useTranslation("support");
  const field = useId();
  const { mutate } = useMutation(rateConversation, { invalidates: [readConversation] });
  const { busy, submit } = useSubmit("support");
  const [solved, setSolved] = useState<Rating | null>(null);
  const [comment, setComment] = useState("");
  return (
    <form
      className="chat-card"
      onSubmit={event => {
        event.preventDefault();
        if (solved === null) return;
        void submit(async () => {
          await mutate({ params: { id }, body: { solved, ...(comment.trim() && { comment }) } });
          onRated();
        });
      }}
    >
      <h3 className="display">{t("rating.title")}</h3>
      <div className="chat-marks">
        {ratings.map(each => (
          <button key={each} type="button" aria-pressed={solved === each} onClick={() => setSolved(each)}>
            <Icon of={icons[each]} size={20} />
            {t(`rating.${each}`)}
          </button>
        ))}
      </div>
      <label className="sr-only" htmlFor={field}>
        {t("rating.comment")}
      </label>
      <textarea
        id={field}
        className="input-box"
        rows={2}
        maxLength={1000}
        placeholder={t("rating.comment")}
        value={comment}
        onChange={event => setComment(event.target.value)}
      />
      <Button type="submit" variant="primary" wide busy={busy} disabled={solved === null}>
        {t("rating.send")}
      </Button>
    </form>
  );
}
