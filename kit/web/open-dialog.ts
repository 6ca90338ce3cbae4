/** Whether a dialog is open: no other may open over it, and the page's hotkeys are off. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;
