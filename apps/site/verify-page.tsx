import { useParams, useRouteLoaderData } from "react-router";
import { nobleHashes } from "#kit/fair/noble.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { callHouse, useHouse } from "#kit/web/house.ts";
import { type RootData, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getRound } from "#modules/desk/shared/contract.ts";
import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { type LoadedRound, VerifyView } from "#modules/fairness/web/verify-view.tsx";
import { crashConfiguration } from "#modules/games/crash/shared/rules.ts";
import { verifyCrash } from "#modules/games/crash/shared/verify.ts";
import { diceConfiguration } from "#modules/games/dice/shared/rules.ts";
import { verifyDice } from "#modules/games/dice/shared/verify.ts";
import { kenoConfiguration } from "#modules/games/keno/shared/rules.ts";
import { verifyKeno } from "#modules/games/keno/shared/verify.ts";

/** The games that the page can compute: the very files the house settles with. */
const verifiers: Verifiers = { dice: verifyDice, keno: verifyKeno, crash: verifyCrash };
const versions = {
  dice: diceConfiguration.version,
  keno: kenoConfiguration.version,
  crash: crashConfiguration.version,
};

const texts = ["fairness", "dice", "keno", "crash"] as const;
export const handle = { texts };

/** The verifier, by hand or for a bet or round of the address. Fairness knows no game, so the games meet it here. */
export default function VerifyPage() {
  const { t } = useTranslation(...texts);
  const { id } = useParams();
  const house = useHouse();
  const playerId = useSession(state => state.user?.id ?? null);
  return (
    <>
      <PageHead title={t("page.title")} description={t("page.description")} />
      <VerifyView
        key={id ?? ""}
        id={id ?? null}
        load={loadRound}
        verifiers={verifiers}
        versions={versions}
        hashes={nobleHashes}
        playerId={playerId}
        ready={house !== undefined}
        language={languageOf(useLocale())}
        apiOrigin={useRouteLoaderData<RootData>("root")?.apiOrigin ?? ""}
      />
    </>
  );
}

async function loadRound(id: string): Promise<LoadedRound | null> {
  const reply = await callHouse(getRound, { params: { id } });
  if (!reply.ok) {
    if (reply.status === 404 || reply.status === 422) return null;
    throw new Error(reply.code);
  }
  const { proof, multiplier, status, ended_at } = reply.body.data;
  return { id, proof, multiplier, voided: status === "voided", endedAt: ended_at };
}
