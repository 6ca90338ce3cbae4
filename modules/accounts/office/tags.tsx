import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { type PlayerTag, playerTags } from "../shared/tags.ts";
import { tagPlayer } from "./contract.ts";
import type { Player } from "./shown-player.ts";

/** Tags as a line of text marks. */
export function TagMarks({ tags }: { readonly tags: readonly PlayerTag[] }) {
  const { t } = useTranslation("office");
  return tags.map(tag => (
    <Tag key={tag} tone={tag === "vulnerable" ? "bad" : "info"}>
      {t(`players.tags.${tag}`)}
    </Tag>
  ));
}

/** The player's tags, and a dialog that changes them. Nothing for operators who may only read, while there is none. */
export function PlayerTags({ person, onChanged }: { readonly person: Player["person"]; onChanged(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const { id, name, tags } = person;
  const change = async (reason: string, _key: string, given: FormData) => {
    const add = playerTags.filter(tag => given.has(tag) && !tags.includes(tag));
    const remove = playerTags.filter(tag => !given.has(tag) && tags.includes(tag));
    if (add.length + remove.length > 0) await call(tagPlayer, { params: { id }, body: { add, remove, reason } });
    onChanged();
  };
  if (tags.length === 0 && !may("players.tag")) return null;
  return (
    <section className="row wrap" aria-label={t("players.tags_title")}>
      <TagMarks tags={tags} />
      {may("players.tag") && (
        <Decide
          action={t("players.change_tags")}
          title={t("players.change_tags_title", { name })}
          text={t("players.change_tags_text")}
          asksReason
          onDecide={change}
        >
          <fieldset className="field checks">
            <legend>{t("players.tags_title")}</legend>
            {playerTags.map(tag => (
              <label key={tag} className="row">
                <input type="checkbox" name={tag} defaultChecked={tags.includes(tag)} />
                {t(`players.tags.${tag}`)}
              </label>
            ))}
          </fieldset>
        </Decide>
      )}
    </section>
  );
}
