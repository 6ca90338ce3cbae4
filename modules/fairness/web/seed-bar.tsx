import { ShieldCheck } from "lucide-react";
import { Suspense, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { preloadOn } from "#kit/web/preload.ts";
import { preloadable } from "#kit/web/preloadable.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { SealDisc } from "./seal-disc.tsx";
import { useSeeds } from "./use-seeds.ts";

const FairnessPanel = preloadable(async () => ({ default: (await import("./fairness-panel.tsx")).FairnessPanel }));

interface SeedBarProps {
  readonly playerId: string | null;
  /** "Next roll". */
  readonly label: string;
  /** The last bet of this page; null before the first. */
  readonly last: { readonly nonce: number; readonly hash: string } | null;
  readonly language: Language;
}

/** The last row of a stage: what the next bet will be made of, and the way to the seeds. */
export function SeedBar({ playerId, label, last, language }: SeedBarProps) {
  const { t } = useTranslation("fairness");
  const [open, setOpen] = useState(false);
  const pair = useSeeds(playerId, last === null ? 0 : last.nonce + 1);
  const { seeds } = pair;
  const hash = seeds?.server_seed_hash ?? "";
  // The nonce belongs to the server seed: a bet made before a rotation says nothing about the one in use.
  const nonce = Math.max(seeds?.nonce ?? 0, last?.hash === hash ? last.nonce + 1 : 0);
  const line = seeds
    ? t("bar.line", {
        client: seeds.client_seed === null ? t("bar.no_client") : ends(seeds.client_seed, 8, 0),
        nonce: showCount(nonce, language),
        hash: ends(hash, 4, 4),
      })
    : t(playerId === null ? "bar.demo" : "bar.wait");
  return (
    <div className="seedbar">
      <SealDisc of={hash || "5be24f90aa1763cd"} />
      <span className="nowrap">{label}</span>
      <span className="mono ellipsis grow subdued">{line}</span>
      <button type="button" {...preloadOn(FairnessPanel.load)} onClick={() => setOpen(true)}>
        <Icon of={ShieldCheck} size={16} />
        {t("bar.seeds")}
      </button>
      {open && (
        <Suspense>
          <FairnessPanel
            pair={pair}
            nonce={nonce}
            signedIn={playerId !== null}
            language={language}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A long text by its ends. */
export function ends(text: string, head: number, tail: number): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${tail > 0 ? text.slice(-tail) : ""}`;
}
