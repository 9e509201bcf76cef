/**
 * Runs `fetch` for `from`..`to`, up to `width` at a time, and yields the results in order. Memory is bounded by `width` results. The first
 * failure ends the run after all results before it are yielded.
 */
export async function* fetchAhead<T>(
  from: number,
  to: number,
  width: number,
  fetch: (number: number) => Promise<T>,
): AsyncGenerator<T> {
  const underWay: Promise<T>[] = [];
  let next = from;
  const fill = (): void => {
    while (underWay.length < width && next <= to) {
      const result = fetch(next++);
      // The failure is seen when its turn comes; until then it must not count as unhandled.
      result.catch(() => undefined);
      underWay.push(result);
    }
  };
  fill();
  while (underWay.length > 0) {
    const result = await underWay.shift()!;
    fill();
    yield result;
  }
}
