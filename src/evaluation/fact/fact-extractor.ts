import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog, SourceId } from '../../definition/catalog/definition.js';
import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { toHex } from '../../kernel/chain/hex.js';
import { addCodeRows } from './extract/code-rows.js';
import { frameReaders } from './extract/frame-rows.js';
import { LogRows } from './extract/log-rows.js';
import { RowSink } from './extract/row-sink.js';
import { SlotRows, slotValueBy } from './extract/slot-rows.js';
import { TransactionContext } from './extract/transaction-context.js';
import type { FactRow } from './fact-row.js';
import { codeRowsSource } from './fold.js';

/** What one block says to the registers that definitions read, in the order in which it happened. */
export type Extractor = (block: VerifiedBlock) => readonly FactRow[];

/** Compiles the catalog's sources to tables, so that what no definition reads costs next to nothing. */
export function compileExtractor(catalog: Catalog, bindings: ReadonlyMap<string, Binding>): Extractor {
  const numberOf = (kind: string, register: string): SourceId | undefined => {
    const at = catalog.sources.findIndex(
      ({ source }) => source.kind === kind && 'register' in source && source.register === register,
    );
    return at === -1 ? undefined : at;
  };
  const signed = numberOf('tx', 'signed');
  const authorized = numberOf('tx', 'authorized');
  const beneficiary = numberOf('header', 'beneficiary');
  const received = numberOf('withdrawal', 'received');
  const code = codeRowsSource(catalog);
  const logs = new LogRows(catalog, bindings);
  const slots = new SlotRows(catalog, slotValueBy(bindings));
  const frames = frameReaders(catalog, bindings);

  return (block) => {
    const sink = new RowSink(block);
    const { transactions, allocation = [], stateChanges = [], withdrawals = [] } = block;
    if (beneficiary !== undefined) addBeneficiary(sink, beneficiary);
    if (received !== undefined) {
      firstOf(
        withdrawals,
        ({ address }) => address,
        (subject, at) => {
          const evidence = [`withdrawal:1:${sink.hash}:${at}`];
          sink.add({
            subject,
            source: received,
            key: '',
            txIndex: transactions.length,
            ordinal: at,
            value: 'true',
            evidence,
          });
        },
      );
    }
    if (signed !== undefined) {
      firstOf(
        transactions,
        ({ from }) => from,
        (subject, txIndex) => {
          addTransaction(sink, signed, subject, txIndex);
        },
      );
    }
    if (code !== undefined) addCodeRows(sink, code);
    for (const account of allocation) slots.add(sink, -1, account);
    for (let txIndex = 0; txIndex < transactions.length; txIndex++) {
      const context = new TransactionContext(block, txIndex);
      if (authorized !== undefined) addAuthorized(sink, authorized, context);
      for (const account of stateChanges[txIndex] ?? []) slots.add(sink, txIndex, account);
      logs.read(sink, context);
      for (const reader of frames) reader(sink, context);
    }
    return sink.rows;
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
    evidence: [`header:1:${sink.hash}`],
  });
}

function addTransaction(sink: RowSink, source: SourceId, subject: string, txIndex: number): void {
  sink.add({
    subject,
    source,
    key: '',
    txIndex,
    ordinal: 0,
    value: 'true',
    evidence: [`tx:1:${sink.hash}:${txIndex}`],
  });
}

/** Whose authorizations the transaction carried into effect: their delegation was set or cleared by it. */
function addAuthorized(sink: RowSink, source: SourceId, context: TransactionContext): void {
  const { authorizationList } = context.transaction;
  if (authorizationList === undefined) return;
  const changed = (sink.block.stateChanges?.[context.index] ?? []).filter(({ code }) => code !== undefined);
  const effective = authorizationList.flatMap(({ authority }) =>
    authority && changed.some(({ address }) => address.equals(authority)) ? [authority] : [],
  );
  firstOf(
    effective,
    (authority) => authority,
    (subject) => {
      addTransaction(sink, source, subject, context.index);
    },
  );
}

/** Each address once, with the place where it comes first. */
function firstOf<One>(
  all: readonly One[],
  addressOf: (one: One) => Buffer,
  add: (subject: string, at: number) => void,
): void {
  const seen = new Set<string>();
  all.forEach((one, at) => {
    const subject = toHex(addressOf(one));
    if (seen.has(subject)) return;
    seen.add(subject);
    add(subject, at);
  });
}
