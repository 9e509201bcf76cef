import { daoTransfer } from '../../domain/chain/protocol/dao-transfer.js';
import { nativeCredits } from '../../domain/chain/protocol/native-credits.js';
import type { Projector } from '../../event-store/projector.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { accountStates } from './account-states.js';

const COPY_STATES = 'COPY account_state (block_number, address, wei, nonce) FROM STDIN BINARY';
const COPY_CREDITS = 'COPY native_credit (block_number, address, wei) FROM STDIN BINARY';
const ADD_MOVES = `
INSERT INTO native_move (receiver, block_number, address) SELECT $1, $2, unnest($3::bytea[])`;
const OF_BLOCKS = ['account_state', 'native_credit', 'native_move'];

/** Ether and nonces of accounts after transactions, and payments and transfers of the protocol. */
export function nativeBalanceProjector(): Projector {
  const states = new BinaryCopy(4);
  const credits = new BinaryCopy(3);
  return {
    name: 'native_balance',

    on: {
      async BlockAppended(tx, blocks): Promise<void> {
        states.clear();
        credits.clear();
        for (const { block } of blocks) {
          const { number } = block.header;
          for (const { address, wei, nonce } of accountStates(block))
            states.row().int8(number).bytea(address).numeric(wei).int8(nonce);
          for (const { address, wei } of nativeCredits(block))
            credits.row().int8(number).bytea(address).numeric(wei);
        }
        await copyInto(tx, COPY_STATES, states.finish());
        if (credits.rows > 0) await copyInto(tx, COPY_CREDITS, credits.finish());
        for (const { block } of blocks) {
          const move = daoTransfer(block.header);
          if (move) await tx.query(ADD_MOVES, [move.to, block.header.number, move.from]);
        }
      },
    },

    async unwind(tx, from, to): Promise<void> {
      for (const table of OF_BLOCKS)
        await tx.query(`DELETE FROM ${table} WHERE block_number BETWEEN $1 AND $2`, [from, to]);
    },

    async clear(tx): Promise<void> {
      await tx.query(`TRUNCATE ${OF_BLOCKS.join(', ')}`);
    },
  };
}
