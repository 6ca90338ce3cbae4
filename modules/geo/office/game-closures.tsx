import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { gameProduct } from "#modules/geo/shared/region.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { ClosureTable } from "./closure-table.tsx";
import { readRegions } from "./contract.ts";
import { useProductName } from "./use-product-name.ts";

/** Where one of our own games is closed, and the buttons that close and open it; empty for who may not read it. */
export function GameClosures({ game }: { readonly game: string }) {
  const { may } = useSession();
  return may("regions.read") ? <Closures game={game} /> : null;
}

function Closures({ game }: { readonly game: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readRegions, {}, 15_000);
  const [request, setRequest] = useState<string>();
  const product = gameProduct(game);
  const productName = useProductName();
  return (
    <Panel
      title={t("regions.game_title")}
      aside={
        may("regions.write") && (
          <CloseDialog
            title={t("regions.close_game_title", { game: productName(product) })}
            product={product}
            startsEverywhere
            onClosed={found.reload}
          />
        )
      }
    >
      <AskedNote request={request} />
      <Read of={found}>
        {({ data }) => (
          <ClosureTable
            closures={data.closures.filter(closure => closure.product === product)}
            empty={t("regions.game_open")}
            onAsked={id => {
              setRequest(id);
              found.reload();
            }}
          />
        )}
      </Read>
    </Panel>
  );
}
