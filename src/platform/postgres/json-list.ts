/** The list that `json_agg` makes of rows, as text. Without rows it gives null. */
export const jsonList = <Item>(json: string | null): Item[] =>
  json === null ? [] : (JSON.parse(json) as Item[]);
