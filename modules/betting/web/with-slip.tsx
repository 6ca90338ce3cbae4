import { Ticket } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { Modal } from "#kit/ui/modal.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { FavouriteContext } from "#modules/odds/web/favourite-star.tsx";
import { type OutcomeName, SelectionContext } from "#modules/odds/web/selections.ts";
import { BetSlip } from "./bet-slip.tsx";
import { editedSlip, useEditedSlip } from "./edited-slip.ts";
import { useFavourites } from "./favourites/use-favourites.ts";
import { MySlips } from "./my-slips.tsx";
import { isSame, slipStore, useSelections } from "./slip-store.ts";
import "./slip.css";

/** A page whose prices go on the slip: a column beside it, on phones a sheet behind a button. */
export function WithSlip({ children }: { children: ReactNode }) {
  const { t } = useTranslation("betting");
  const selections = useSelections();
  const [isOpen, setOpen] = useState(false);
  const favourites = useFavourites();
  const edited = useEditedSlip()?.id ?? null;
  const [column, last] = [useRef<HTMLElement>(null), useRef<string | null | undefined>(undefined)];
  // A bet that begins to be edited is shown on the slip: on phones, where there is no column, in the sheet.
  useEffect(() => {
    const isFirst = last.current === undefined;
    const isBegun = !isFirst && edited !== null && last.current !== edited;
    // What was begun on an earlier page opens nothing on this one.
    last.current = isFirst ? editedSlip.id() : edited;
    if (isBegun && column.current?.offsetParent === null) setOpen(true);
  }, [edited, column, last]);
  const context = useMemo(
    () => ({ has: (of: OutcomeName) => selections.some(each => isSame(each, of)), toggle: slipStore.toggle }),
    [selections],
  );
  return (
    <SelectionContext value={context}>
      <div className="slip-page">
        <FavouriteContext value={favourites}>
          <div className="slip-beside">{children}</div>
        </FavouriteContext>
        <aside ref={column} className="panel slip-column" aria-label={t("slip.title")}>
          <SlipTabs />
        </aside>
      </div>
      <button type="button" className="slip-button" onClick={() => setOpen(true)}>
        <Icon of={Ticket} size={20} /> {t("slip.title")}
        {selections.length > 0 && <b className="num">{selections.length}</b>}
      </button>
      {isOpen && (
        <Modal title={t("slip.title")} closeText={t("slip.close")} onClose={() => setOpen(false)}>
          <SlipTabs />
        </Modal>
      )}
    </SelectionContext>
  );
}

function SlipTabs() {
  const { t } = useTranslation("betting");
  const selections = useSelections();
  const [shown, setShown] = useState<"slip" | "mine">("slip");
  const edited = useEditedSlip()?.id;
  const [shownEdit, setShownEdit] = useState(edited);
  if (edited !== shownEdit) {
    setShownEdit(edited);
    if (edited !== undefined) setShown("slip");
  }
  return (
    <div className="col gap-3">
      <Tabs<"slip" | "mine">
        label={t("slip.title")}
        value={shown}
        onChange={setShown}
        fill
        items={[
          { value: "slip", text: t("slip.tab", { count: selections.length }) },
          { value: "mine", text: t("slip.mine") },
        ]}
      />
      {shown === "slip" ? <BetSlip onMyBets={() => setShown("mine")} /> : <OwnSlips />}
    </div>
  );
}

/** The player's bets, with the way to the page that has room for them. */
function OwnSlips() {
  const { t } = useTranslation("betting");
  const href = useHref();
  return (
    <>
      <MySlips />
      <Link className="slip-all" to={href("/betting/my-bets")}>
        <Icon of={Ticket} size={16} /> {t("slip.all_mine")}
      </Link>
    </>
  );
}
