/** The whole sign-in dialog, as one import. */

export { AuthModal } from "#modules/accounts/web/auth-modal.tsx";
export { default as OtherSignInMethods } from "./other-sign-in-methods.tsx";
