import type { AccountProofSource } from './account-proof-source.js';

/** Gives nothing once the time is over. */
export function timeLimited(nodes: AccountProofSource, timeMs: number): AccountProofSource {
  const deadline = performance.now() + timeMs;
  return {
    of: (read) => {
      const left = deadline - performance.now();
      if (left <= 0) return Promise.resolve(undefined);
      return Promise.race([
        nodes.of(read),
        new Promise<undefined>((resolve) => setTimeout(resolve, left, undefined).unref()),
      ]);
    },
  };
}
