/**
 * Whether an address is one that any fork gives to a precompiled contract (0x01..0x11 and 0x100).
 * Deliberately fork-independent: the normal form of frames must not depend on who traced them.
 */
export function isPrecompile(address: Buffer): boolean {
  for (let i = 0; i < 18; i++) if (address[i] !== 0) return false;
  const high = address[18] ?? 0;
  const low = address[19] ?? 0;
  return high === 0 ? low >= 0x01 && low <= 0x11 : high === 1 && low === 0;
}
