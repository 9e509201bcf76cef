/** Rows of a list that an agent gets where it does not say how many, and that the text of an answer shows. */
export const SHOWN_ROWS = 10;
