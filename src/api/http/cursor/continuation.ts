/** Place in an ordered list: the key values of the last row served. */
export type Position = readonly number[];

/** The same where texts are among the key values. */
export type AnyPosition = readonly (number | string)[];

/** Where a page begins, and how the next one is announced. The method that seals its positions knows their form. */
export interface Continuation<P extends AnyPosition = Position> {
  /** Rows after this one are asked for; absent for the first page. */
  readonly after?: P;
  /** The cursor that continues this same request after `position`. */
  at(position: P): string;
}
