/** Where the frame shows the saved views of the page: below its link. */
export const viewsSlot = "side-views";
