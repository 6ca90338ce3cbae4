import { useEffect } from "react";
import { Outlet } from "react-router";

/** How often a visitor who was shut out is looked at again: milliseconds. */
const againMs = 60_000;

/** The other layout: nothing but the page. Whoever is no longer shut out is taken home. */
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
