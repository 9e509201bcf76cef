/** Whether two addresses are the same: a loop, since a call that compares costs more than twenty bytes do. */
export function sameAddress(a: Buffer, b: Buffer): boolean {
  for (let i = 0; i < 20; i++) if (a[i] !== b[i]) return false;
  return true;
}
