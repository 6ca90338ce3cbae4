import { afterEach, expect, test, vi } from "vitest";
import { askInWindow, WindowBlocked } from "./social-window.ts";

afterEach(() => vi.unstubAllGlobals());

test("a window that the browser blocks is told from one that the visitor closes, and no sign-in is begun for it", async () => {
  const begun = vi.fn();
  vi.stubGlobal("open", () => null);
  await expect(askInWindow(begun)).rejects.toBeInstanceOf(WindowBlocked);
  expect(begun).not.toHaveBeenCalled();
});
