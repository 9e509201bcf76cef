import { type Hash, type Hex, keccak256, parseGwei, type TransactionSerializable } from 'viem';
import type { PlannedAuthorization, PlannedBlock, PlannedTransaction } from '../stage/planned-block.js';

export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: Hash;
}

/**
 * Signs the transactions of a block. anvil orders the transactions of a block by their highest fee, so the
 * place in the plan decides the fee. Signatures are deterministic (RFC 6979).
 */
export async function signBlock(block: PlannedBlock): Promise<SignedTransaction[]> {
  const signed: SignedTransaction[] = [];
  for (const [index, planned] of block.transactions.entries()) {
    const raw = 'raw' in planned ? planned.raw : await sign(planned, index);
    signed.push({ raw, hash: keccak256(raw) });
  }
  return signed;
}

const HIGHEST_FEE = parseGwei('90');
const FEE_STEP = parseGwei('0.01');
const HIGHEST_TIP = parseGwei('2');
const TIP_STEP = parseGwei('0.003');

async function sign(planned: PlannedTransaction, index: number): Promise<Hex> {
  const fee = HIGHEST_FEE - BigInt(index) * FEE_STEP;
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: HIGHEST_TIP - BigInt(index) * TIP_STEP };
  const { nonce, to, value, data, gas, accessList = [] } = planned;
  const body = { chainId: 1, nonce, ...(to === undefined ? {} : { to }), value, data, gas };
  const transaction = {
    legacy: () => ({ ...body, type: 'legacy', gasPrice: fee }),
    eip2930: () => ({ ...body, type: 'eip2930', gasPrice: fee, accessList }),
    eip1559: () => ({ ...body, ...fees, type: 'eip1559', accessList }),
    eip7702: async () => ({
      ...body,
      ...fees,
      type: 'eip7702',
      authorizationList: await signAll(planned.authorizations ?? []),
    }),
  }[planned.form];
  return planned.sender.account.signTransaction((await transaction()) as TransactionSerializable);
}

function signAll(authorizations: readonly PlannedAuthorization[]) {
  return Promise.all(
    authorizations.map(({ authority, delegate, nonce, chainId }) =>
      authority.account.signAuthorization({ contractAddress: delegate, nonce, chainId }),
    ),
  );
}
