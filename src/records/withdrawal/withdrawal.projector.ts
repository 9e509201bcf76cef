import type { Projector } from '../../event-store/projector.js';
import { rowProjector } from '../../event-store/row-projector.js';

/** Every withdrawal from the beacon chain to an execution account. */
export const withdrawalProjector = (): Projector =>
  rowProjector({
    table: 'withdrawal',
    blockColumn: 'block_number',
    columns: ['block_number', 'withdrawal_index', 'validator_index', 'address', 'amount_gwei'],
    write(rows, { header, withdrawals = [] }) {
      for (const { index, validatorIndex, address, amountGwei } of withdrawals)
        rows.row().int8(header.number).int8(index).int8(validatorIndex).bytea(address).numeric(amountGwei);
    },
  });
