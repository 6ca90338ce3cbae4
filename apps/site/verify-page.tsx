import { lazy, Suspense, useMemo } from "react";
import { useParams, useRouteLoaderData, useSearchParams } from "react-router";
import { nobleHashes } from "#kit/fair/noble.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Glyph } from "#kit/ui/glyph.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { type RootData, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getRound, type RoundRecord } from "#modules/bets/shared/contract.ts";
import { FindRound } from "#modules/bets/web/find-round.tsx";
import { type GameProof, gamesOf } from "#modules/fairness/shared/game-proof.ts";
import { publishedRound } from "#modules/fairness/shared/published.ts";
import type { FoundRound } from "#modules/fairness/web/loaded-round.ts";
import { VerifyView } from "#modules/fairness/web/verify-view.tsx";
import { gameProofs, gameRules, verifiersOfGames } from "#modules/games/index.ts";
import { jackpotGlyph } from "#modules/jackpots/shared/glyph.ts";
import { jackpotProof } from "#modules/jackpots/shared/proof.ts";
import { GameGlyph } from "#modules/lobby/web/game-glyph.tsx";
import { wheelGlyph } from "#modules/wheel/shared/glyph.ts";
import { wheelProof } from "#modules/wheel/shared/proof.ts";

/** The games that the page can compute: the same files that the server settles with. */
const [first = wheelProof, ...others] = gameProofs;
const proofs: readonly [GameProof, ...GameProof[]] = [first, ...others, wheelProof, jackpotProof];
const verifiers = verifiersOfGames(gameRules);

const texts = ["fairness", "providers", "betting", "odds", "bets", "lobby", ...gamesOf(proofs)];
export const handle = { texts };

const glyphs: Readonly<Record<string, string>> = { wheel: wheelGlyph, jackpots: jackpotGlyph };
const glyphOf = (game: string) => {
  const path = glyphs[game];
  return path ? <Glyph path={path} /> : <GameGlyph game={game} />;
};
/** The id of a bet or a slip. */
const sealedId = /^[\w-]{43}$/;
const VerifySlip = lazy(() => import("#modules/betting/web/verify-slip.tsx"));
const VerifyProvided = lazy(() => import("#modules/providers/web/verify-provided.tsx"));

/** The verifier, by hand or for a bet or round of the address. Fairness depends on no game, so they are composed here. */
export default function VerifyPage() {
  const { t } = useTranslation("fairness");
  const { id } = useParams();
  const language = languageOf(useLocale());
  const apiOrigin = useRouteLoaderData<RootData>("root")?.apiOrigin ?? "";
  const playerId = useSession(state => state.user?.id ?? null);
  const [search] = useSearchParams();
  const isNamedSlip = search.has("slip");
  const { found, provided } = useRound(id, isNamedSlip);
  const view = (
    <VerifyView
      key={id ?? ""}
      id={id ?? null}
      begin={id === undefined && <FindRound playerId={playerId} />}
      found={found}
      proofs={proofs}
      glyphOf={glyphOf}
      multiplayer={verifiers}
      hashes={nobleHashes}
      playerId={playerId}
      language={language}
      apiOrigin={apiOrigin}
    />
  );
  const isSlip = found === "missing" && id !== undefined && sealedId.test(id);
  return (
    <>
      <PageHead title={t("page.title")} description={t("page.description")} />
      {provided ? (
        <Suspense fallback={view}>
          <VerifyProvided key={id} round={provided} playerId={playerId} apiOrigin={apiOrigin} />
        </Suspense>
      ) : isSlip ? (
        <Suspense fallback={view}>
          <VerifySlip key={id} id={id} otherwise={view} />
        </Suspense>
      ) : (
        view
      )}
    </>
  );
}

interface Found {
  /** Undefined: not read yet. */
  readonly found: FoundRound | undefined;
  /** A round that a provider decided. */
  readonly provided: RoundRecord | null;
}

/** A bet or round, and the public record of the round that a bet was on. The id of a slip names none. */
function useRound(id: string | undefined, isSlip: boolean): Found {
  const own = useQuery(getRound, { params: { id: id ?? "" } }, { enabled: id !== undefined && !isSlip });
  const record = own.data;
  const name = record?.proof ? publishedRound(record.proof) : null;
  const round = useQuery(getRound, { params: { id: name ?? "" } }, { enabled: name !== null });
  const problem = isSlip
    ? "missing"
    : (problemOf(own.error) ?? (problemOf(round.error) === "failed" ? "failed" : null));
  const published = round.data?.proof ?? null;
  const isKnown = record !== undefined && (name === null || !round.isPending);
  const found = useMemo(() => {
    if (problem !== null) return problem;
    // What a provider decided is shown once its page has loaded, and the form until then: an empty page would move the footer.
    if (id === undefined || !isKnown || record.provided) return undefined;
    const { proof, multiplier, status, ended_at } = record;
    if (!proof) return "hidden";
    return { id, proof, published, multiplier, voided: status === "voided", endedAt: ended_at };
  }, [id, isKnown, record, published, problem]);
  return { found, provided: record?.provided ? record : null };
}

function problemOf(error: Error | null): "missing" | "failed" | null {
  if (!error) return null;
  return error instanceof ApiError && (error.status === 404 || error.status === 422) ? "missing" : "failed";
}
