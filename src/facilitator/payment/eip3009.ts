import { eip3009ABI } from '@x402/evm';
import {
  encodeFunctionData,
  type Hex,
  parseErc6492Signature,
  parseSignature,
  size,
  toEventSelector,
} from 'viem';
import { type PaymentTerms, SIGNATURE_BYTES } from './payment-terms.js';

export const AUTHORIZATION_USED = toEventSelector('AuthorizationUsed(address,bytes32)');
export const TRANSFER = toEventSelector('Transfer(address,address,uint256)');

/**
 * Call data of the signed transfer. It has the form with `v, r, s` where the signature is 65 bytes long,
 * because not every token has the other form.
 */
export function transferCall(terms: PaymentTerms): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = terms;
  const { signature } = parseErc6492Signature(terms.signature);
  const signed = [from, to, value, validAfter, validBefore, nonce] as const;
  if (size(signature) !== SIGNATURE_BYTES)
    return encodeFunctionData({
      abi: eip3009ABI,
      functionName: 'transferWithAuthorization',
      args: [...signed, signature],
    });
  const { v, yParity, r, s } = parseSignature(signature);
  return encodeFunctionData({
    abi: eip3009ABI,
    functionName: 'transferWithAuthorization',
    args: [...signed, Number(v ?? yParity), r, s],
  });
}

/** Call data of the token's `authorizationState`: whether the authorization is used or cancelled. */
export function authorizationStateCall({ from, nonce }: Pick<PaymentTerms, 'from' | 'nonce'>): Hex {
  return encodeFunctionData({ abi: eip3009ABI, functionName: 'authorizationState', args: [from, nonce] });
}

/** Call data of the token's `balanceOf`. */
export function balanceCall({ from }: Pick<PaymentTerms, 'from'>): Hex {
  return encodeFunctionData({ abi: eip3009ABI, functionName: 'balanceOf', args: [from] });
}
