import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { changeGame, type OfficeGame } from "./contract.ts";
import { bodyOf } from "./game-fields.ts";
import { GameForm } from "./game-form.tsx";

/** Changes how a game is offered: state, maintenance, order, countries, currencies, limits. */
export function EditGame({ game, onChanged }: { game: OfficeGame; onChanged(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  if (!may("games.write")) return null;
  return (
    <Decide
      action={t("games.edit")}
      title={t("games.edit_title", { title: game.title })}
      asksReason
      onDecide={async (reason, _key, given) => {
        await call(changeGame, { params: { id: game.id }, body: { ...bodyOf(given), reason } });
        onChanged();
      }}
    >
      <GameForm game={game} />
    </Decide>
  );
}
