/** The disk that the output goes to is full. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Lets the process finish its work when its output is no longer read: because the reader has seen enough, as `head` has, or because the
 * disk is full. Lines are then lost; for standard output, the requested result, that makes the status 1 in the end.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = FULL.has(error.code ?? '');
      if (error.code !== 'EPIPE' && !isFull) throw error;
      if (isFull && stream === process.stdout) process.exitCode ??= 1;
    });
}
