const HEAD = Buffer.from('363d3d373d3d3d363d', 'hex');
const TAIL = Buffer.from('5af43d82803e903d91602b57fd5bf3', 'hex');
/** Position of the jump target in the tail. The target is lower by each byte that the address is shorter. */
const JUMP_TARGET = 10;
const PUSH1 = 0x60;

/**
 * The address (20 bytes) that an EIP-1167 clone delegates to; undefined for all other code. Reads the form of
 * the standard and the shortened ones, which leave out leading zero bytes of the address.
 */
export function cloneTargetOf(code: Buffer): Buffer | undefined {
  const size = code.length - HEAD.length - 1 - TAIL.length;
  if (size < 1 || size > 20) return undefined;
  if (!code.subarray(0, HEAD.length).equals(HEAD)) return undefined;
  if (code[HEAD.length] !== PUSH1 - 1 + size) return undefined;
  const tail = code.subarray(code.length - TAIL.length);
  for (let at = 0; at < TAIL.length; at++) {
    const expected = at === JUMP_TARGET ? TAIL[at]! - (20 - size) : TAIL[at];
    if (tail[at] !== expected) return undefined;
  }
  const target = Buffer.alloc(20);
  code.copy(target, 20 - size, HEAD.length + 1, HEAD.length + 1 + size);
  return target;
}
