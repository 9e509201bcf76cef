import { concat, type Hex, numberToHex, parseGwei, toHex } from 'viem';
import { WITHDRAWAL_REQUESTS } from '../genesis/genesis-contracts.js';
import type { Stage } from '../stage/stage.js';
import { validatorKey } from '../stage/validator-key.js';

/** The contract's fee with few requests, wei. */
const FEE = 1n;

/** EIP-7002: one validator has to exit, another pays out a part, and one request is not authorized. */
export function withdrawalRequests(stage: Stage): void {
  const [grace, heidi, mallory] = stage.cast('grace', 'heidi', 'mallory');
  const ask = { value: FEE };
  stage.send(grace, WITHDRAWAL_REQUESTS, requestFor('grace 0', 0n), { ...ask, label: 'exit requested' });
  stage.send(heidi, WITHDRAWAL_REQUESTS, requestFor('heidi 0', parseGwei('5')), {
    ...ask,
    label: 'partial withdrawal requested',
  });
  stage.send(mallory, WITHDRAWAL_REQUESTS, requestFor('heidi 0', 0n), {
    ...ask,
    label: 'exit requested by a stranger',
  });
  stage.block();
}

/** Gwei; nothing asks for the whole of it, and so for an exit. */
function requestFor(validator: string, amountGwei: bigint): Hex {
  return concat([toHex(validatorKey(validator)), numberToHex(amountGwei, { size: 8 })]);
}
