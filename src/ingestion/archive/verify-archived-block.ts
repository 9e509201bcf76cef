import { decodeWithdrawal } from '../../domain/chain/codec/decode-withdrawal.js';
import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import { isGenesis } from '../../domain/chain/protocol/genesis.js';
import type { Header, VerifiedBlock, Withdrawal } from '../../domain/chain/record/block.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { fitAllocation } from '../verify/allocation.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import { requireHeaderRules } from '../verify/header-rules.js';
import { requireBeginning } from '../verify/require-beginning.js';
import { type ExpectedBlock, requireWithdrawalsRoot } from '../verify/verify-block.js';
import { verifyRawOmmers } from '../verify/verify-ommers.js';
import { verifyRawReceipts } from '../verify/verify-receipts.js';
import { verifyRawTransactions } from '../verify/verify-transactions.js';
import type { ArchivedBlock } from './archived-block.js';

/**
 * Accepts or refuses a block of an archive, by the rules of `verifyBlock`. It gives the same records as a
 * node that gives neither frames nor state diffs.
 *
 * @throws BlockRefused
 */
export function verifyArchivedBlock(archived: ArchivedBlock, expected: ExpectedBlock): VerifiedBlock {
  try {
    return verified(archived, expected);
  } catch (error) {
    if (!(error instanceof MalformedField)) throw error;
    throw new BlockRefused('malformed_field', expected.number, {
      field: error.field,
      problem: error.problem,
    });
  }
}

function verified(
  archived: ArchivedBlock,
  { number, schedule, first, allocation: known }: ExpectedBlock,
): VerifiedBlock {
  const header = decodeHeader(archived.header);
  if (number !== undefined && header.number !== number)
    throw new BlockRefused('wrong_number', number, { stated: header.number });
  requireHeaderRules(header, schedule);
  const hash = keccak256(archived.header);
  if (first) requireBeginning(header, hash, first);
  const transactions = verifyRawTransactions(archived.transactions, header);
  const receipts = verifyRawReceipts(archived.receipts, header, transactions);
  const withdrawals = verifyWithdrawals(archived.withdrawals, header);
  const allocation = known && isGenesis(header) ? fitAllocation(header, known) : undefined;
  // A block without transactions has no frames and no state changes; the first block of a chain has those of
  // its allocation.
  const isEmpty = transactions.length === 0;
  const hasNoChanges = isGenesis(header) ? allocation !== undefined : isEmpty;
  return {
    hash,
    header,
    transactions,
    receipts,
    ...verifyRawOmmers(archived.ommers, header),
    ...(withdrawals === undefined ? {} : { withdrawals }),
    ...(isEmpty ? { frames: [], precompileCalls: [] } : {}),
    ...(hasNoChanges ? { stateChanges: [] } : {}),
    ...(allocation === undefined ? {} : { allocation }),
  };
}

function verifyWithdrawals(
  raws: readonly Buffer[] | undefined,
  header: Header,
): readonly Withdrawal[] | undefined {
  if (header.withdrawalsRoot === undefined) {
    if (raws !== undefined && raws.length > 0) throw new MalformedField('withdrawalsRoot', 'is missing');
    return undefined;
  }
  if (raws === undefined) throw new MalformedField('withdrawals', 'is missing');
  const records = raws.map(decodeWithdrawal);
  requireWithdrawalsRoot(records, header);
  return records;
}
