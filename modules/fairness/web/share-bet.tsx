import { Download, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#kit/ui/button.tsx";
import { CopyButton } from "#kit/ui/copy-button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { notify } from "#kit/web/notify.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type CardTexts, cardHeight, cardWidth, drawCard } from "./share-card.ts";

interface ShareBetProps {
  /** The public name of the bet or round. */
  readonly id: string;
  readonly game: string;
  readonly multiplier: string;
  readonly sums: string;
  /** It paid more than its stake. */
  readonly won: boolean;
}

/** Opens what can be passed on of a checked bet: its link, and a picture made in this browser. */
export function ShareBet(props: ShareBetProps) {
  const { t } = useTranslation("fairness");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="s" onClick={() => setOpen(true)}>
        <Icon of={Share2} size={16} />
        {t("share.open")}
      </Button>
      {open && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ id, game, multiplier, sums, won, onClose }: ShareBetProps & { onClose(): void }) {
  const { t } = useTranslation("fairness");
  const link = `${location.origin}/verify/${id}`;
  const texts = { game, multiplier, sums, promise: t("share.promise"), link, won };
  const picture = useCard(texts);
  return (
    <Modal title={t("share.open")} closeText={t("close")} onClose={onClose} wide>
      <div className="col gap-3 vf-share">
        <canvas
          ref={picture}
          width={cardWidth}
          height={cardHeight}
          role="img"
          aria-label={[game, multiplier, sums].filter(text => text !== "").join(", ")}
        />
        <div className="input-box">
          <input readOnly value={link} aria-label={t("share.link")} onFocus={event => event.target.select()} />
          <CopyButton value={link} text={t("copy")} done={t("copied")} />
        </div>
        <div className="row gap-2 vf-share-acts">
          <Button variant="outline" onClick={() => void save(picture.current, id, t("share.failed"))}>
            <Icon of={Download} size={17} />
            {t("share.save")}
          </Button>
          {"share" in navigator && (
            <Button variant="primary" onClick={() => void pass(texts, link, t("share.failed"))}>
              <Icon of={Share2} size={17} />
              {t("share.send")}
            </Button>
          )}
        </div>
        <p className="muted sm">{t("share.note")}</p>
      </div>
    </Modal>
  );
}

/** The canvas with the card on it, drawn once its fonts are there. */
function useCard(texts: CardTexts) {
  const picture = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog is reopened for another bet
  useEffect(() => {
    const draw = () => {
      const canvas = picture.current?.getContext("2d");
      if (canvas) drawCard(canvas, texts, colorsOfPage());
    };
    draw();
    void Promise.all(['800 46px "Piazzolla"', '600 46px "Onest"'].map(font => document.fonts.load(font))).then(
      draw,
      () => undefined,
    );
  }, []);
  return picture;
}

function colorsOfPage() {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: color("--felt-950"),
    line: color("--brass-500"),
    text: color("--ivory-50"),
    muted: color("--text-muted"),
    accent: color("--signal-400"),
  };
}

async function save(picture: HTMLCanvasElement | null, id: string, failed: string): Promise<void> {
  const file = await new Promise<Blob | null>(done => (picture ? picture.toBlob(done, "image/png") : done(null)));
  if (!file) return notify({ kind: "error", lines: [failed] });
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: `fairhouse-${id.slice(0, 12)}.png` }).click();
  URL.revokeObjectURL(url);
}

/** Hands the link to the device's own share sheet; closing it is no failure. */
async function pass({ game, multiplier }: CardTexts, url: string, failed: string): Promise<void> {
  try {
    await navigator.share({ title: `Fairhouse, ${game} ${multiplier}`.trim(), url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) notify({ kind: "error", lines: [failed] });
  }
}
