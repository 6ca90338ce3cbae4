import type { CDPSession, Page } from "playwright-core";

/** Adds a virtual device with passkeys and user verification to the browser of a page. */
export async function plugInDevice(page: Page): Promise<CDPSession> {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return devices;
}
