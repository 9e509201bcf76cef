/** Whether two addresses are the same. A loop, because a native compare costs more than twenty steps. */
export function sameAddress(a: Buffer, b: Buffer): boolean {
  for (let i = 0; i < 20; i++) if (a[i] !== b[i]) return false;
  return true;
}
