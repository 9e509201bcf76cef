import type { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { StateReadResult } from '../../src/domain/event/state-read-result.js';
import type { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { recordedCalls } from './recorded-answers.js';

interface Account {
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

type PrestateAnswer = { readonly result: Readonly<Record<string, Account>> }[];

interface Pending {
  readonly subject: Buffer;
  readonly what: string;
  readonly number: number;
}

/** The state of accounts before two consecutive blocks changed them, as the `prestateTracer` saw it. */
export function recordedPrestate(): ReadonlyMap<string, Account> {
  const accounts = new Map<string, Account>();
  const answers = recordedCalls<PrestateAnswer>('debug_traceBlockByNumber.prestateTracer')
    .filter(({ params }) => !JSON.stringify(params).includes('"diffMode":true'))
    .sort((one, other) => one.blockNumber - other.blockNumber);
  for (const account of answers.flatMap(({ result }) =>
    result.flatMap((one) => Object.entries(one.result)),
  )) {
    const [address, { code, storage }] = account;
    const seen = accounts.get(address);
    // The first value that was seen is the one before the blocks.
    accounts.set(address, { ...(code && { code }), ...seen, storage: { ...storage, ...seen?.storage } });
  }
  return accounts;
}

/** Answers open reads from the recording until none is left that it can answer. */
export async function answerFromPrestate(
  pool: Pool,
  writer: ChainWriter,
  accounts: ReadonlyMap<string, Account>,
): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<Pending>(
      'SELECT subject, what, block_number AS number FROM state_read_request ORDER BY block_number, subject, what',
    );
    const reads = new Map<number, StateReadResult[]>();
    for (const { subject, what, number } of rows) {
      const output = reported(accounts.get(`0x${subject.toString('hex')}`), what);
      if (output === undefined) continue;
      const own = reads.get(number) ?? [];
      own.push({ address: subject, what, outcome: 'answered', output });
      reads.set(number, own);
    }
    if (reads.size === 0) return;
    for (const [number, answers] of reads)
      await writer.record([{ number, hash: (await writer.chain.at(number))!.hash, reads: answers }]);
  }
}

function reported(account: Account | undefined, what: string): Buffer | undefined {
  if (account === undefined) return undefined;
  if (what === 'code') return fromHex(account.code ?? '0x');
  const word = account.storage?.[what.slice('slot:'.length)];
  return word === undefined ? undefined : fromHex(word);
}
