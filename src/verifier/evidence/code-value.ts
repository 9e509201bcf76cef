import { toHex } from '../../domain/chain/codec/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

const DELEGATION = /^0xef0100([0-9a-f]{40})$/;
/** EIP-1167 with an address of 20 bytes, or a shortened one that leaves out leading zero bytes. */
const CLONE = /^0x363d3d373d3d3d363d([0-9a-f]{2})([0-9a-f]{2,40})5af43d82803e903d9160([0-9a-f]{2})57fd5bf3$/;
const PUSH0 = 0x5f;
/** Offset of the JUMPDEST of a clone, less the length of its address. */
const JUMP = 0x17;

/** The delegate in an EIP-7702 designator; undefined for other code. */
export function delegateIn(code: Buffer): string | undefined {
  const delegate = DELEGATION.exec(toHex(code))?.[1];
  return delegate && `0x${delegate}`;
}

/**
 * The target of a minimal clone; undefined for other code, and for a clone whose jump does not fit its
 * length, because that runs another program.
 */
export function cloneTargetIn(code: Buffer): string | undefined {
  const [, push, target, jump] = CLONE.exec(toHex(code)) ?? [];
  if (target === undefined) return undefined;
  const length = target.length / 2;
  const fits = Number.parseInt(push!, 16) === PUSH0 + length && Number.parseInt(jump!, 16) === JUMP + length;
  return fits ? `0x${target.padStart(40, '0')}` : undefined;
}

/** Whether code is neither empty nor a delegation. */
export function isContract(code: Buffer): boolean {
  return code.length > 0 && delegateIn(code) === undefined;
}

/**
 * Fields of the value of contract code, without selectors and fingerprint, which need an analysis that is not
 * repeated here.
 */
export function plainCodeValue(code: Buffer): Readonly<Record<string, string>> {
  const clone = cloneTargetIn(code);
  return {
    hash: toHex(keccak256(code)),
    length: String(code.length),
    ...(clone === undefined ? {} : { clone }),
  };
}
