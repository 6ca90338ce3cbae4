/** Version of the code that folds: a generation of another version is rebuilt. */
export const foldVersion = 5;
