/** When the service wants to be asked again, Unix milliseconds; one for all parts that show it. */
let until = 0;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

export const Waiting = {
  /** Seconds left. */
  left: (): number => Math.max(0, Math.ceil((until - Date.now()) / 1000)),
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  async during(seconds: number, wait: Promise<void>): Promise<void> {
    until = Math.max(until, Date.now() + seconds * 1000);
    changed();
    await wait;
    changed();
  },
};

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
