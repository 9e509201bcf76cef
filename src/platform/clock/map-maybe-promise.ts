/** Goes on with a value: at once where it is there, so that what is mostly there costs no turn of the event loop. */
export function mapMaybePromise<T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
