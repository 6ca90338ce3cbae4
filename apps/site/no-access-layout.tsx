import { useEffect } from "react";
import { Outlet } from "react-router";

/** How often a blocked visitor's access is checked again: milliseconds. */
const againMs = 60_000;

/** The other layout: only the page. A visitor who is no longer blocked is redirected home. */
export default function NoAccessLayout() {
  useEffect(() => {
    const checkAccess = async () => {
      const [{ earlyPage }, { checkGeo }] = await Promise.all([
        import("./visit/browser-page.ts"),
        import("./visit/geo.ts"),
      ]);
      await checkGeo(await earlyPage());
    };
    void checkAccess();
    const timer = setInterval(() => void checkAccess(), againMs);
    return () => clearInterval(timer);
  }, []);
  return <Outlet />;
}
