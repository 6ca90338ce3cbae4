import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RoomsHost } from "#modules/community-chat/web/rooms-host.tsx";
import { useNotePlayed } from "#modules/lobby/web/use-note-played.ts";
import { ChatHost } from "#modules/support/web/chat-host.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { PageFoot } from "./page-foot.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of every page. A game page has the rail, the full width and no footer. */
export function Frame({ game, children }: { game: boolean; children: ReactNode }) {
  const { t } = useTranslation("lobby");
  useNotePlayed();
  return (
    <>
      <a className="skip" href="#main">
        {t("frame.skip")}
      </a>
      <div className={game ? "app rail" : "app"}>
        <Sidebar />
        <div>
          <TopBar game={game} />
          <OfflineStrip />
          <main id="main" tabIndex={-1} className={game ? "main game-main" : "main"}>
            {children}
            {!game && <PageFoot />}
          </main>
        </div>
      </div>
      <BottomBar />
      <RoomsHost />
      <ChatHost widgetUrl={useRouteLoaderData<RootData>("root")?.supportWidget ?? null} />
    </>
  );
}
