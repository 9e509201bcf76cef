/** Place in an ordered list: the key values of the last row served. */
export type Position = readonly number[];

/** A place whose key values may be texts as well. */
export type AnyPosition = readonly (number | string)[];

/**
 * Where a page begins, and how the next page is announced. Each method defines the form of its positions.
 */
export interface Continuation<P extends AnyPosition = Position> {
  /** The page begins after this row; absent for the first page. */
  readonly after?: P;
  /** The cursor that continues this same request after `position`. */
  at(position: P): string;
}
