import { type Device, deviceOf } from "#modules/accounts/shared/device.ts";

/** Device flags from the user agent. They affect the layout, never permissions. */
export interface DeviceFlags {
  readonly isMobile: boolean;
  readonly isTablet: boolean;
  readonly isDesktop: boolean;
  readonly isIos: boolean;
  readonly isAndroid: boolean;
  readonly isCrawler: boolean;
  readonly browser: Device["browser"];
}

const refreshAfterMs = 50;

export function deviceFlags(userAgent: string): DeviceFlags {
  const { kind, system, browser } = deviceOf(userAgent);
  return {
    isMobile: kind === "phone",
    isTablet: kind === "tablet",
    isDesktop: kind === "desktop",
    isIos: system === "iOS",
    isAndroid: system === "Android",
    browser,
    isCrawler: /bot|crawl|spider|slurp/i.test(userAgent),
  };
}

/** The used part of a window. */
interface Resizable {
  readonly navigator: { readonly userAgent: string };
  addEventListener(type: "resize", listener: () => void): void;
  removeEventListener(type: "resize", listener: () => void): void;
}

/** Reports the flags now, and again 50 ms after the last of several resizes: rotating or docking may change them. */
export function keepDeviceFlags(view: Resizable, onFlags: (flags: DeviceFlags) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => onFlags(deviceFlags(view.navigator.userAgent));
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(read, refreshAfterMs);
  };
  read();
  view.addEventListener("resize", later);
  return () => {
    clearTimeout(timer);
    view.removeEventListener("resize", later);
  };
}
