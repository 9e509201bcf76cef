import type { Child } from './child.js';
import type { Run } from './kept-process.js';

/** A child as a `Run`: how it ended, with its last output. */
export function runOf(child: Child): Run {
  return {
    ended: child.exited.then(({ code, signal }) => {
      const lastLines = child.output().trimEnd().split('\n').slice(-LAST_LINES).join('\n');
      const how = signal ?? `exit code ${code}`;
      return code === 0 || lastLines === '' || signal !== null ? how : `${how}; it wrote:\n${lastLines}`;
    }),
    stop: () => child.stop(),
  };
}

const LAST_LINES = 12;
