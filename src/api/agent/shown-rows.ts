/** Default number of rows for an agent, and the number in the text of an answer. */
export const SHOWN_ROWS = 10;
