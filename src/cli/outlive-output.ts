/** Lets the process finish its work when whoever read its output has seen enough, as `head` has: no failure of ours, and not worth a stack. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
