/** Whether a dialog stands over the page, whoever opened it: nothing else may come over it, and the page's keys are its own. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;
