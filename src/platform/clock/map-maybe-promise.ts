/** Maps a value that may be a promise: at once if it is none, so that a value at hand costs no turn of the event loop. */
export function mapMaybePromise<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
