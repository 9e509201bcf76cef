import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentJournal } from './payment-journal.js';
import type { SentPayment } from './sent-payment.js';

let directory: string;
const file = () => join(directory, 'payments.jsonl');
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'payment-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const payment = (authorization: string, nonce: number): SentPayment => ({
  ...{ authorization, whole: 'w', token: '0x01', value: 1_000n, data: '0x02', nonce },
  attempts: [{ hash: '0x03', raw: '0x04', maxFeePerGas: 2n ** 70n, maxPriorityFeePerGas: 1n }],
});
const reopened = () => {
  const journal = new PaymentJournal(directory);
  journal.close();
  return journal;
};

describe('the journal of payments', () => {
  it('remembers in later processes what was sent, mined and forgotten', () => {
    const journal = new PaymentJournal(directory);
    journal.note(payment('later', 8));
    journal.note(payment('mined', 6));
    journal.note(payment('sooner', 7));
    journal.note(payment('lost', 9));
    journal.note({ ...payment('mined', 6), mined: '0x03' });
    journal.forget('lost');
    const open = [payment('sooner', 7), payment('later', 8)];
    expect(journal.open()).toEqual(open);
    journal.close();
    const next = reopened();
    expect(next.open()).toEqual(open);
    expect(next.get('mined')).toEqual({ ...payment('mined', 6), mined: '0x03' });
    expect(next.get('lost')).toBeUndefined();
    expect(readFileSync(file(), 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it('skips a last line that was cut off, and does not open a file with a damaged line', () => {
    const journal = new PaymentJournal(directory);
    journal.note(payment('whole', 1));
    journal.close();
    appendFileSync(file(), '{"authorization":"half');
    expect(reopened().open()).toEqual([payment('whole', 1)]);
    writeFileSync(file(), '{"authorization":"half\n');
    expect(reopened).toThrow(/payments\.jsonl is damaged in line 1$/);
  });

  it('stays undamaged when a line cannot be written, and notes no payment that is not on disk', () => {
    const module = new URL('./payment-journal.js', import.meta.url).href;
    const wrote = spawnSync('bash', ['-c', `ulimit -f 1; exec "${process.execPath}" --input-type=module`], {
      encoding: 'utf8',
      input: `
        import { PaymentJournal } from '${module}';
        const journal = new PaymentJournal('${directory}');
        const noted = (authorization) => {
          try {
            journal.note({ ...${JSON.stringify({ ...payment('', 1), value: undefined, attempts: [] })}, value: 1_000n, authorization });
            return true;
          } catch {
            return false;
          }
        };
        const long = 'x'.repeat(900);
        console.log(noted('first'), noted(long), journal.get(long) === undefined, noted('last'));
      `,
    });
    expect(wrote.stdout).toBe('true false true true\n');
    expect(reopened().open()).toEqual([
      { ...payment('first', 1), attempts: [] },
      { ...payment('last', 1), attempts: [] },
    ]);
  });
});
