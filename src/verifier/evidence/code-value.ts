import { toHex } from '../../domain/chain/codec/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

const DELEGATION = /^0xef0100([0-9a-f]{40})$/;
/** EIP-1167 with an address of 20 bytes, or a shortened one that leaves out leading zero bytes. */
const CLONE = /^0x363d3d373d3d3d363d(6[0-9a-f]|7[0-3])([0-9a-f]{2,40})5af43d82803e903d91602b57fd5bf3$/;
const CLONE_LENGTH = 45;

/** Delegate of an EIP-7702 designator. */
export function delegateIn(code: Buffer): string | undefined {
  const delegate = DELEGATION.exec(toHex(code))?.[1];
  return delegate && `0x${delegate}`;
}

/** Target of a minimal clone; the jump's place in the shortened forms follows from their length. */
export function cloneTargetIn(code: Buffer): string | undefined {
  const missing = CLONE_LENGTH - code.length;
  if (missing < 0 || missing > 19) return undefined;
  const jump = Buffer.from([0x2b - missing]).toString('hex');
  const hex = toHex(code);
  const whole = hex.replace(new RegExp(`9160${jump}57fd5bf3$`), '91602b57fd5bf3');
  const [, push, target] = CLONE.exec(whole) ?? [];
  if (target === undefined || Number.parseInt(push!, 16) !== 0x5f + target.length / 2) return undefined;
  return target.length === 2 * (20 - missing) ? `0x${target.padStart(40, '0')}` : undefined;
}

/** Code that is neither empty nor a delegation. */
export function isContract(code: Buffer): boolean {
  return code.length > 0 && delegateIn(code) === undefined;
}

/** Values that follow from contract code alone. Selectors and fingerprint follow from an analysis that is not repeated here. */
export function plainCodeValue(code: Buffer): Readonly<Record<string, string>> {
  const clone = cloneTargetIn(code);
  return {
    hash: toHex(keccak256(code)),
    length: String(code.length),
    ...(clone === undefined ? {} : { clone }),
  };
}
