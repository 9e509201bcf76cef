import type { AccountProofSource } from './account-proof-source.js';

/** A source that gives undefined once `timeMs` have passed since this call. */
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
