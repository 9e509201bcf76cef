import { concat, type Hex, numberToHex, parseGwei, toHex } from 'viem';
import { WITHDRAWAL_REQUESTS } from '../genesis/genesis-contracts.js';
import type { Stage } from '../stage/stage.js';
import { validatorKey } from '../stage/validator-key.js';

/** Fee of the contract in wei while it has few requests. */
const FEE = 1n;

/** EIP-7002: one request for an exit, one for a partial withdrawal, and one of a stranger. */
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

/** Data of a request. @param amountGwei 0 requests an exit */
function requestFor(validator: string, amountGwei: bigint): Hex {
  return concat([toHex(validatorKey(validator)), numberToHex(amountGwei, { size: 8 })]);
}
