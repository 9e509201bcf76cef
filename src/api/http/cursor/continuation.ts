/** Place in an ordered list: the key values of the last row served. */
export type Position = readonly number[];

/** Where a page begins, and how the next one is announced. */
export interface Continuation {
  /** Rows after this one are asked for; absent for the first page. */
  readonly after?: Position;
  /** The cursor that continues this same request after `position`. */
  at(position: Position): string;
}
