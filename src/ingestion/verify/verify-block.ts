import { hashHeader } from '../../domain/chain/codec/header-rlp.js';
import { parseBytes, parseNumber, toHex } from '../../domain/chain/codec/hex.js';
import { listedRecords } from '../../domain/chain/codec/listed-changes.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { type FirstBlock, isGenesis } from '../../domain/chain/protocol/genesis.js';
import type { Header, VerifiedBlock, Withdrawal } from '../../domain/chain/record/block.js';
import { orderedTrieRoot } from '../../domain/chain/trie/ordered-trie-root.js';
import { headerFromRpc } from '../../node/rpc/header-from-rpc.js';
import type { RpcBlock, SourcedBlock } from '../../node/rpc/rpc-block.js';
import { encodeWithdrawals, withdrawalFromRpc } from '../../node/rpc/withdrawal-rlp.js';
import { type Allocation, fitAllocation } from './allocation.js';
import { requireEtherLogs } from './ether-logs.js';
import { BlockRefused } from './finding/block-refused.js';
import { fitFrames } from './fit-frames.js';
import { fitPrecompileCalls } from './fit-precompile-calls.js';
import { requireHeaderRules } from './header-rules.js';
import { locate } from './locate.js';
import { requireBeginning } from './require-beginning.js';
import { StateSequence } from './state-sequence.js';
import { unknownHeaderFields } from './unknown-header-fields.js';
import { requireListed, requireProtocolChanges, verifyAccessList } from './verify-access-list.js';
import { verifyOmmers } from './verify-ommers.js';
import { type EncodedReceipts, encodeReceipts, verifyReceipts } from './verify-receipts.js';
import { verifyStateChanges } from './verify-state-changes.js';
import { signedTransactions, verifyTransactions } from './verify-transactions.js';

/** Known facts about the requested block. */
export interface ExpectedBlock {
  readonly number?: number;
  /** Hash of the block before, where it is known. */
  readonly parentHash?: Buffer;
  /** The chain's forks; without them, blob limits are not checked. */
  readonly schedule?: ForkSchedule;
  /** The chain's first block: without it, any block may name no parent. */
  readonly first?: FirstBlock;
  /** The allocation of the chain's first block. */
  readonly allocation?: Allocation;
}

/**
 * Accepts or refuses a node's block. The roots of the header bind transactions, receipts, withdrawals and ommers; the hash and the rules
 * for headers bind the header. Only the parent shows that the hash is on the chain (`verifyAgainstParent`). `VerifiedBlock` lists the parts
 * that are trusted.
 *
 * @throws BlockRefused
 */
export function verifyBlock(sourced: SourcedBlock, expected: ExpectedBlock = {}): VerifiedBlock {
  let number = expected.number;
  try {
    const { block } = sourced;
    if (block === null || typeof block !== 'object') throw new BlockRefused('no_block', number);
    const stated = parseNumber(block.number, 'number');
    number ??= stated;
    if (stated !== number) throw new BlockRefused('wrong_number', number, { stated });
    return verifyNumbered(sourced, number, expected);
  } catch (error) {
    if (!(error instanceof MalformedField)) throw error;
    throw new BlockRefused('malformed_field', number, { field: error.field, problem: error.problem });
  }
}

function verifyNumbered(
  sourced: SourcedBlock,
  number: number,
  { parentHash, schedule, first, allocation: known }: ExpectedBlock,
): VerifiedBlock {
  const { block } = sourced;
  const writer = new RlpWriter();
  const signed = signedTransactions(block, number);
  let encoded: EncodedReceipts | undefined;
  const encodedReceipts = () => {
    encoded ??= encodeReceipts(sourced.receipts, signed, number, writer);
    return encoded;
  };

  const header = headerFromRpc(block, () => encodedReceipts().bloom);
  const hash = verifyHeaderHash(header, block, number, encodedReceipts);
  requireHeaderRules(header, schedule);
  if (first) requireBeginning(header, hash, first);
  if (parentHash !== undefined && !header.parentHash.equals(parentHash)) {
    throw new BlockRefused('wrong_parent', number, {
      expected: toHex(parentHash),
      stated: toHex(header.parentHash),
    });
  }
  const transactions = verifyTransactions(signed, header, writer);
  const receipts = verifyReceipts(sourced, header, transactions, encodedReceipts());
  const withdrawals = verifyWithdrawals(block, header);
  const frames = fitFrames(sourced, transactions, receipts, number);
  requireEtherLogs(frames, receipts, header);
  const precompileCalls = fitPrecompileCalls(sourced, frames, number);
  const allocation = known && isGenesis(header) ? fitAllocation(header, known) : undefined;
  // Without the allocation all state of the first block is unknown: otherwise accounts that it does not list
  // would count as empty.
  const isKnown = allocation !== undefined || !isGenesis(header);
  const list = isKnown ? verifyAccessList(sourced.accessList, header, transactions, frames) : undefined;
  const listed = list?.listed;
  const witnesses = { transactions, receipts, header, frames, schedule, allocation };
  const stateChanges = verifyStateChanges(sourced.stateChanges ?? listed?.stateChanges, witnesses);
  if (listed) {
    if (sourced.stateChanges && stateChanges) requireListed(listed, transactions, stateChanges, number);
    requireProtocolChanges(listed, header, withdrawals);
  }
  const verified = {
    hash,
    header,
    transactions,
    receipts,
    ...verifyOmmers(sourced, header),
    ...(withdrawals === undefined ? {} : { withdrawals }),
    ...(frames === undefined ? {} : { frames }),
    ...(precompileCalls === undefined ? {} : { precompileCalls }),
    ...(stateChanges === undefined ? {} : { stateChanges }),
    ...(allocation === undefined ? {} : { allocation }),
    ...(list && { accessList: list.accessList }),
    ...(listed && listedRecords(listed, transactions, sourced.stateChanges && stateChanges)),
  };
  // Compares each transaction with those before it in the block. State across blocks is compared elsewhere.
  new StateSequence(() => []).follow(verified);
  return verified;
}

function verifyHeaderHash(
  header: Header,
  block: RpcBlock,
  number: number,
  encodedReceipts: () => EncodedReceipts,
): Buffer {
  const stated = parseBytes(block.hash, 'hash', 32);
  const hash = hashHeader(header);
  if (hash.equals(stated)) return hash;
  if (bloomAloneIsWrong()) throw new BlockRefused('logs_bloom', number, { of: 'block' });
  const unknown = unknownHeaderFields(block);
  if (unknown.length > 0) {
    throw new BlockRefused('unknown_fork', number, {
      fields: unknown.join(','),
      problem: 'its header does not hash without fields that this version does not know: update Chainproof',
    });
  }
  throw new BlockRefused('header_hash', number, { stated: toHex(stated), recomputed: toHex(hash) });

  function bloomAloneIsWrong(): boolean {
    try {
      return hashHeader({ ...header, logsBloom: encodedReceipts().bloom }).equals(stated);
    } catch {
      return false;
    }
  }
}

function verifyWithdrawals(block: RpcBlock, header: Header): readonly Withdrawal[] | undefined {
  const { withdrawals } = block;
  const isGiven = Array.isArray(withdrawals);
  if (header.withdrawalsRoot === undefined) {
    if (isGiven && withdrawals.length > 0) throw new MalformedField('withdrawalsRoot', 'is missing');
    return undefined;
  }
  if (!isGiven) throw new MalformedField('withdrawals', 'is missing');
  const records = withdrawals.map((rpc, i) => locate(`withdrawals[${i}]`, rpc, withdrawalFromRpc));
  requireWithdrawalsRoot(records, header);
  return records;
}

/** @throws BlockRefused */
export function requireWithdrawalsRoot(records: readonly Withdrawal[], header: Header): void {
  const root = orderedTrieRoot(encodeWithdrawals(records));
  if (header.withdrawalsRoot?.equals(root)) return;
  throw new BlockRefused('withdrawals_root', header.number, {
    stated: header.withdrawalsRoot ? toHex(header.withdrawalsRoot) : 'none',
    recomputed: toHex(root),
  });
}
