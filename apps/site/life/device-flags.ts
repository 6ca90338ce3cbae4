import { type Device, deviceOf } from "#modules/accounts/shared/device.ts";

/** What the pages know of the device, from what the browser says of itself. It decides how things look, never what is allowed. */
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
    ...{ isMobile: kind === "phone", isTablet: kind === "tablet", isDesktop: kind === "desktop" },
    ...{ isIos: system === "iOS", isAndroid: system === "Android", browser },
    isCrawler: /bot|crawl|spider|slurp/i.test(userAgent),
  };
}

/** A window, as far as it is looked at here. */
interface Resizable {
  readonly navigator: { readonly userAgent: string };
  addEventListener(type: "resize", listener: () => void): void;
  removeEventListener(type: "resize", listener: () => void): void;
}

/** Tells the flags now, and again 50 ms after the last of a row of resizes: turning or docking may make it another device. */
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
