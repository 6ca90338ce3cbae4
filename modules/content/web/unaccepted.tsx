import { languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { acceptPolicy, getUnaccepted, type UnacceptedPolicy } from "../shared/contract.ts";
import { articleOf } from "../shared/documents.ts";
import { Blocks } from "./blocks.tsx";
import "./unaccepted.css";

interface UnacceptedProps {
  readonly policy: UnacceptedPolicy;
  onDone?(): void;
}

/** A policy, whole, and the button that accepts it. */
export function Unaccepted({ policy, onDone }: UnacceptedProps) {
  const { t } = useTranslation("content");
  const { busy, submit } = useSubmit("content");
  const { mutate } = useMutation(acceptPolicy, { invalidates: [getUnaccepted] });
  const { title, blocks, sections } = articleOf(policy.text);
  const { key, version, hash, language } = policy;
  return (
    <section className="unaccepted">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="prose unaccepted-text" lang={languageOf(language)} tabIndex={0} aria-label={title}>
        <h3>{title}</h3>
        <Blocks of={blocks} />
        {sections.map(section => (
          <div key={section.title}>
            <h4>{section.title}</h4>
            <Blocks of={section.blocks} />
          </div>
        ))}
      </section>
      <Button
        variant="primary"
        wide
        busy={busy}
        onClick={() =>
          void submit(async () => {
            await mutate({ body: { key, version, hash, language } });
            onDone?.();
          })
        }
      >
        {t("accept", { title })}
      </Button>
    </section>
  );
}
