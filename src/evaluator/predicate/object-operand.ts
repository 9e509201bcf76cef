import type { Address } from '../../domain/chain/hex.js';
import { FAILS } from '../model/outcome.js';
import type { AddressOperand, Operand } from './operand.js';

const ADDRESS = /^0x[0-9a-f]{40}$/;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** The object of a relation: an address other than zero. */
export function objectOperand(expression: Operand): AddressOperand {
  return (context) => {
    const object = expression(context);
    if (typeof object === 'symbol') return object;
    return object !== ZERO_ADDRESS && ADDRESS.test(object) ? (object as Address) : FAILS;
  };
}
