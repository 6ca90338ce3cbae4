import { lazy, Suspense, useState } from "react";
import { useParams, useRouteLoaderData } from "react-router";
import { nobleHashes } from "#kit/fair/noble.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Glyph } from "#kit/ui/glyph.tsx";
import { type RootData, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { call, useApi } from "#kit/web/use-api.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { getRound, type RoundRecord } from "#modules/bets/shared/contract.ts";
import { FindRound } from "#modules/bets/web/find-round.tsx";
import { type GameProof, gamesOf } from "#modules/fairness/shared/game-proof.ts";
import { publishedRound } from "#modules/fairness/shared/published.ts";
import { type LoadedRound, VerifyView } from "#modules/fairness/web/verify-view.tsx";
import { gameProofs, gameRules, verifiersOfGames } from "#modules/games/index.ts";
import { GameGlyph } from "#modules/lobby/web/game-glyph.tsx";
import { wheelGlyph } from "#modules/wheel/shared/glyph.ts";
import { wheelProof } from "#modules/wheel/shared/proof.ts";

/** The games that the page can compute: the same files that the server settles with. */
const [first = wheelProof, ...others] = gameProofs;
const proofs: readonly [GameProof, ...GameProof[]] = [first, ...others, wheelProof];
const verifiers = verifiersOfGames(gameRules);

const texts = ["fairness", "providers", "bets", "lobby", ...gamesOf(proofs)];
export const handle = { texts };

const glyphOf = (game: string) => (game === "wheel" ? <Glyph path={wheelGlyph} /> : <GameGlyph game={game} />);
const VerifyProvided = lazy(() => import("#modules/providers/web/verify-provided.tsx"));

/** The verifier, by hand or for a bet or round of the address. Fairness depends on no game, so they are composed here. */
export default function VerifyPage() {
  const { t } = useTranslation("fairness");
  const { id } = useParams();
  const api = useApi();
  const language = languageOf(useLocale());
  const apiOrigin = useRouteLoaderData<RootData>("root")?.apiOrigin ?? "";
  const playerId = useSession(state => state.user?.id ?? null);
  const [provided, setProvided] = useState<RoundRecord | null>(null);
  return (
    <>
      <PageHead title={t("page.title")} description={t("page.description")} />
      {provided && provided.id === id ? (
        <Suspense>
          <VerifyProvided key={id} round={provided} playerId={playerId} apiOrigin={apiOrigin} />
        </Suspense>
      ) : (
        <VerifyView
          key={id ?? ""}
          id={id ?? null}
          begin={id === undefined && <FindRound playerId={api ? playerId : null} />}
          load={round => loadRound(round, setProvided)}
          proofs={proofs}
          glyphOf={glyphOf}
          multiplayer={verifiers}
          hashes={nobleHashes}
          playerId={playerId}
          ready={api !== undefined}
          language={language}
          apiOrigin={apiOrigin}
        />
      )}
    </>
  );
}

async function loadRound(id: string, provided: (round: RoundRecord) => void): Promise<LoadedRound | "hidden" | null> {
  const record = await readRound(id);
  if (!record) return null;
  if (record.provided) provided(record);
  const { proof, multiplier, status, ended_at } = record;
  if (!proof) return "hidden";
  const name = publishedRound(proof);
  const published = name === null ? null : ((await readRound(name))?.proof ?? null);
  return { id, proof, published, multiplier, voided: status === "voided", endedAt: ended_at };
}

async function readRound(id: string) {
  const reply = await call(getRound, { params: { id } });
  if (reply.ok) return reply.body.data;
  if (reply.status === 404 || reply.status === 422) return null;
  throw new Error(reply.code);
}
