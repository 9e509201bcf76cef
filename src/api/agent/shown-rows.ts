/** Default number of rows for an agent, and the most rows in the text of an answer. */
export const SHOWN_ROWS = 10;
