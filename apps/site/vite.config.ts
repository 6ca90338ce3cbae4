import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { withoutDescriptions } from "../without-descriptions.ts";
import { artSheets } from "./art-sheets.ts";
import { jointTexts } from "./joint-texts.ts";
import { precompress } from "./precompress.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/**
 * Code shared by many pages, in a handful of files instead of fifty: they compress better, and each one saved is a round trip saved
 * on a phone. The order is the priority; a file without a group is bundled with the first that needs it, so code that
 * pages outside of a group need as well is listed before it.
 */
const libraries = {
  name: "libraries",
  test: oneOf(
    /node_modules\/(react|react-dom|scheduler|react-router|zustand|get-nonce)\//,
    /lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|defaultAttributes|shared)/,
    /vite\/preload-helper|rolldown\/runtime/,
  ),
};
/**
 * The base style sheets. No lazy script may need their file: the browser would load it once more behind the sheets of the
 * page, and the base would override their changes.
 */
const styles = {
  name: "styles",
  test: oneOf(
    /kit\/ui\/(ui|tokens|base|frame|pieces|game)\.css/,
    /lobby\/web\/(home|hues)\.css|games\/printed\/hues\.css|play-watch\.css|content\/web\/banners\.css|apps\/site\/.*\.css/,
  ),
};
/** What every page needs. */
const frame = {
  name: "frame",
  test: oneOf(
    /kit\/(i18n\/(?!locale\/|format\.)|std\/(?!wall-time\.)|money\/(amount|show)\.)/,
    /kit\/web\/(lang|modal-link|page-head|structured-data|nonce|context|cookies|texts|client|first-paint|locale-cookie|notify|install-offer|log|preload|reload-guard|trusted-types|site-settings|use-api|api-error)\./,
    /kit\/contract\/(channel|error-code|socket|site-cookies)\./,
    /kit\/ui\/(icon|button|mark|seal|seal-shape|skeleton|glyph|copy-button|wheel)\./,
    /kit\/ui\/art\/|virtual:art\/|games\/printed\/menu\./,
    /apps\/site\/visit\/(needs-arrival|tab-memory)\./,
    /accounts\/web\/(session|cookie|use-arrival)\./,
    /captcha\/web\/worker-address\./,
    /lobby\/web\/(wins|menu-items|game-shelf|game-art|game-glyph|game-tiles|best-facts|home-live|use-note-played|use-players-now)\./,
    /apps\/site\/(pages\/(error-page|not-found-page)|frame\/(inbox-bell|sidebar|frame|top-bar|page-foot|bottom-bar|account-button|wallet-box|offline-strip))\./,
    /support\/web\/chat-host\./,
    /community-chat\/web\/(rooms-host|rooms-button|chat-store)\./,
    /notifications\/web\/unread-store\./,
    /lucide-react\/dist\/esm\/icons\/(search|shield-check|check|x|chevron-left|chevron-right|chevron-down|copy|plus|user|menu|wifi-off|sliders-horizontal|refresh-cw|circle-exclamation-point|eye-off|bell)\./,
  ),
};
/** The API client. */
const calls = {
  name: "calls",
  test: oneOf(
    /node_modules\/zod\//,
    /node_modules\/@noble\/hashes\//,
    /kit\/(contract\/(?!passkey-fields)|fair\/)/,
    /games\/crash\/shared\/(contract|climb|errors|rules|verify)\./,
    /modules\/bets\/(shared\/(contract|errors)|web\/use-player-context)\./,
    /modules\/fairness\/(shared\/(proof|contract|errors)|web\/(client-seed|use-seeds))\./,
    /modules\/wallet\/shared\/errors\./,
    /kit\/web\/(open-dialog|typing|analytics)\./,
    /bets\/web\/visit-totals\./,
  ),
};
/** Server state: loaded by the first route or dialog that reads or changes some, which the home page does not. */
const query = {
  name: "query",
  test: oneOf(/node_modules\/@tanstack\//, /kit\/web\/query\//),
};
/** Shared by `later.tsx` and single pages or dialogs. */
const shared = {
  name: "shared",
  test: oneOf(
    /kit\/(i18n\/format|std\/wall-time|web\/(api|fingerprint|error-lines|use-dates|use-seconds-left))\./,
    /modules\/accounts\/web\/typed-code\./,
    /modules\/(accounts|bonuses|geo|wallet|captcha|mirrors|notifications|vault|welcome-pack)\/shared\/(contract|errors|device)\./,
    /apps\/site\/(page-api|visit\/(browser-page|geo))\./,
    /isbot|lucide-react\/dist\/esm\/icons\/circle-(check|alert)\./,
  ),
};
/** Icons of dialogs that pages show too. */
const icons = {
  name: "icons",
  test: oneOf(
    /lucide-react\/dist\/esm\/icons\/(eye|smartphone|arrow-left-right|mail|phone|key-round|info|triangle-exclamation-point)\./,
  ),
};
/** Overlays and the fields in them. */
const dialog = {
  name: "dialog",
  test: oneOf(
    /kit\/ui\/(modal|input|amount-stepper|tabs|digits|use-digits)\./,
    /modules\/accounts\/web\/use-submit\./,
    /@radix-ui\/|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib/,
  ),
};
/** The sign-in dialog: what opens first for most visitors. */
const signIn = {
  name: "sign-in",
  test: oneOf(
    /modules\/accounts\/web\/(auth-modal|login-form|register-form|contact-input|contact-kind-tabs|phone-field|code-step|meter|password-strength|remembered-source|sign-in-dialog)\./,
    /modules\/accounts\/web\/auth\.css/,
    /modules\/accounts\/shared\/(codes-contract|contacts-contract|phone)\./,
    /modules\/social\/(shared\/contract|web\/(social-buttons|first-visit|social-window|social))\./,
    /modules\/factors\/(shared\/contract|web\/passkey-login)\.|kit\/(contract\/passkey-fields|web\/passkey)\./,
    /kit\/ui\/code-input\.|kit\/contract\/offer-ends\./,
  ),
};
/** Deposits and withdrawals. */
const cashier = {
  name: "cashier",
  test: oneOf(
    /modules\/payments\/web\/(pay-in-modal|pay-out-modal|pay-out-form|pay-out-view|amount-form|address-field|address-waits|bonus-choice|deposit-intent|invoice-view|limit-prompt|method-list|pay-in|progress|refusal-link|show-payout|unreached|use-invoice|use-methods)\./,
  ),
};
/** Shared by all games: panel, autobet, feeds, seeds. */
const bets = {
  name: "bets",
  test: oneOf(/modules\/(bets|engines\/[a-z-]+)\/(web|shared)\//, /modules\/fairness\/web\/(seed-bar|seal-disc)\./),
};

function oneOf(...tests: readonly RegExp[]): (id: string) => boolean {
  return id => tests.some(test => test.test(id));
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.join(repo, "node_modules/.vite/site"),
  plugins: [artSheets(), jointTexts(), withoutDescriptions(), reactRouter(), precompress()],
  server: { fs: { allow: [repo] } },
  // One copy of each icon instead of the whole set in the server's memory.
  ssr: { noExternal: ["lucide-react"] },
  // Pictures stay separate files: they are cached permanently and stay out of pages and scripts.
  build: { target: "es2022", emptyOutDir: true, assetsInlineLimit: 0, manifest: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [libraries, styles, frame, calls, query, shared, icons, dialog, signIn, cashier, bets],
            },
          },
        },
      },
    },
  },
});
