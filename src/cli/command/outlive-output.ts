/** Errors of a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Lets the process finish its work when its output is no longer read, because the reader has ended, as `head`
 * does, or because the disk is full. Lines are lost then. If lines of standard output, the requested result,
 * are lost to a full disk, the exit status is 1.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = FULL.has(error.code ?? '');
      if (error.code !== 'EPIPE' && !isFull) throw error;
      if (isFull && stream === process.stdout) process.exitCode ??= 1;
    });
}
