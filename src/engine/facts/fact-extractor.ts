import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import { toHex } from '../../domain/chain/codec/hex.js';
import { ALLOCATED } from '../../domain/chain/protocol/code-changes.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { sameAddress } from '../../domain/chain/record/same-address.js';
import { ownSettings } from '../../domain/token/own-settings.js';
import { codeRowsSource } from '../model/code-sources.js';
import { type FactRow, IMPLIED, OWN_BLOCK } from '../model/fact-row.js';
import { buildsBy } from './extract/builds.js';
import { CodeRows } from './extract/code-rows.js';
import { frameReaders } from './extract/frame-rows.js';
import { LogRows } from './extract/log-rows.js';
import { withoutPassingLifetimes } from './extract/passing-lifetimes.js';
import { withoutPassingStates } from './extract/passing-states.js';
import { RowSink } from './extract/row-sink.js';
import { SlotRows, slotValueBy } from './extract/slot-rows.js';
import { TransactionContext } from './extract/transaction-context.js';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Rows that one block gives for the fact sources of the definitions, in execution order. Within a transaction, rows of code come before
 * those of logs and frames.
 */
export type Extractor = (block: VerifiedBlock) => readonly FactRow[];

/** Compiles the catalog's sources to tables, so that data that no definition reads costs next to nothing. */
export function compileExtractor(catalog: Catalog, bindings: ReadonlyMap<string, Binding>): Extractor {
  const numberOf = (kind: string, part: string): SourceId | undefined => {
    const at = catalog.sources.findIndex(
      ({ source }) => source.kind === kind && 'register' in source && source.register === part,
    );
    return at === -1 ? undefined : at;
  };
  const signed = numberOf('tx', 'signed');
  const authorized = numberOf('tx', 'authorized');
  const beneficiary = numberOf('header', 'beneficiary');
  const received = numberOf('withdrawal', 'received');
  const setting = catalog.sources.findIndex(({ source }) => source.kind === 'setting');
  const code = codeRowsSource(catalog);
  const buildsIn = buildsBy(catalog, bindings);
  const logs = new LogRows(catalog, bindings);
  const slots = new SlotRows(catalog, slotValueBy(bindings));
  const frames = frameReaders(catalog, bindings);

  return (block) => {
    const codes = code === undefined ? undefined : new CodeRows(block, code, buildsIn);
    const sink = new RowSink(block, catalog.sources, codes?.subjects ?? NOBODY);
    const { transactions, allocation = [], stateChanges = [], withdrawals = [] } = block;
    if (beneficiary !== undefined) addBeneficiary(sink, beneficiary);
    codes?.add(sink, ALLOCATED);
    for (const account of allocation) slots.add(sink, ALLOCATED, account);
    for (let txIndex = 0; txIndex < transactions.length; txIndex++) {
      const context = new TransactionContext(block, txIndex);
      if (signed !== undefined) addTransaction(sink, signed, context.transaction.from, txIndex);
      if (authorized !== undefined) addAuthorized(sink, authorized, context);
      codes?.add(sink, txIndex);
      for (const account of stateChanges[txIndex] ?? []) slots.add(sink, txIndex, account);
      logs.read(sink, context);
      for (const reader of frames) reader(sink, context);
    }
    if (setting !== -1) addSettings(sink, setting);
    if (received !== undefined)
      withdrawals.forEach(({ address }, at) => {
        addWithdrawal(sink, received, address, at);
      });
    const lasting =
      code === undefined ? sink.rows : withoutPassingLifetimes(sink.rows, catalog.sources, code);
    return withoutPassingStates(lasting, catalog.sources);
  };
}

function addBeneficiary(sink: RowSink, source: SourceId): void {
  const subject = toHex(sink.block.header.beneficiary);
  sink.add({
    subject,
    source,
    key: '',
    txIndex: -1,
    ordinal: 0,
    value: 'true',
    evidence: IMPLIED,
  });
}

function addTransaction(sink: RowSink, source: SourceId, address: Buffer, txIndex: number): void {
  sink.add({
    subject: toHex(address),
    source,
    key: '',
    txIndex,
    ordinal: 0,
    value: 'true',
    evidence: IMPLIED,
  });
}

/** Signers of the authorizations that took effect in the transaction: it set or cleared their delegation. */
function addAuthorized(sink: RowSink, source: SourceId, context: TransactionContext): void {
  const { authorizationList } = context.transaction;
  if (authorizationList === undefined) return;
  const changed = (sink.block.stateChanges?.[context.index] ?? []).filter(({ code }) => code !== undefined);
  for (const { authority } of authorizationList)
    if (authority && changed.some(({ address }) => sameAddress(address, authority)))
      addTransaction(sink, source, authority, context.index);
}

/**
 * The value is the block number, so that each block has a fact interval of its own. The rows follow all
 * transactions: only then is it known which settings count.
 */
function addSettings(sink: RowSink, source: SourceId): void {
  ownSettings(sink.block).forEach(({ address, txIndex }, ordinal) => {
    sink.add({
      subject: toHex(address),
      source,
      key: '',
      txIndex: sink.block.transactions.length,
      ordinal,
      value: String(sink.number),
      evidence: [`tx:1:${OWN_BLOCK}:${txIndex}`],
    });
  });
}

/** Withdrawals come after all transactions of their block. */
function addWithdrawal(sink: RowSink, source: SourceId, address: Buffer, at: number): void {
  sink.add({
    subject: toHex(address),
    source,
    key: '',
    txIndex: sink.block.transactions.length,
    ordinal: at,
    value: 'true',
    evidence: IMPLIED,
  });
}
