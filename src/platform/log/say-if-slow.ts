const PATIENCE_MS = 1_000;

/** Says what is under way, unless it ends within a second. */
export async function sayIfSlow<T>(
  what: string,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(say, PATIENCE_MS, what);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
