/** BCP 47. */
export const languageOfPage = () => document.documentElement.lang;
