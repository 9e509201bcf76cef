import { describe, expect, it } from '@jest/globals';
import { readForks } from '../../src/definition/read-definitions.js';
import { decodeHeader, encodeHeader, hashHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Hex } from '../../src/domain/chain/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { verifyCall } from '../../src/verifier/witness/verify-call.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import {
  ABSENT,
  bundleOf,
  chainWith,
  OTHER,
  PROXY,
  returning,
  SUBJECT,
  TARGET,
  word,
} from '../builder/call-bundles.js';
import { SCHEDULE } from '../builder/view-call.js';
import { Prng } from '../simulation/prng.js';

const verified = (bundle: CallBundle) => verifyCall(writeCallBundle(bundle), SCHEDULE);
const levelOf = async (bundle: CallBundle) => {
  const found = await verified(bundle);
  return found.outcome === 'refuted call' ? `V${found.level} ${found.reason}` : found.outcome;
};
const numberIn = ({ result }: CallBundle) => BigInt(result.output);

describe('the bundle of a view call', () => {
  it.each([
    ['a slot', '7 SLOAD', 6n],
    ['a slot that is not there', '999 SLOAD', 0n],
    ['an account that is not there', `${BigInt(ABSENT)} EXTCODESIZE`, 0n],
    ['the balance of an account that is not there', `${BigInt(ABSENT)} BALANCE`, 0n],
    ['the code of another account', `${BigInt(OTHER)} EXTCODESIZE`, 10n],
    ['the time of the block', 'TIMESTAMP', 1_720_000_060n],
    ['the number of the block', 'NUMBER', 23_000_005n],
    ['a precompile', '32 0 32 0 4 500 STATICCALL', 1n],
  ])('verifies where the call reads %s', async (_, program, answer) => {
    const bundle = await bundleOf(await chainWith(returning(program)));
    expect(numberIn(bundle)).toBe(answer);
    expect((await verified(bundle)).outcome).toBe('verified call');
  });

  it.each([1, 2, 5])('contains the headers that lead to the hash of block -%i', async (distance) => {
    const blocks = await chainWith(returning(`${distance} NUMBER SUB BLOCKHASH`));
    const bundle = await bundleOf(blocks);
    expect(bundle.result.output).toBe(blocks[5 - distance]!.hash);
    expect(bundle.witness.ancestors?.length ?? 0).toBe(distance - 1);
    expect((await verified(bundle)).outcome).toBe('verified call');
  });

  it('is refused with headers that merely lead to the true one', async () => {
    const blocks = await chainWith(returning('4 NUMBER SUB BLOCKHASH POP 2 NUMBER SUB BLOCKHASH'));
    const bundle = await bundleOf(blocks);
    const parent = decodeHeader(fromHex(bundle.witness.ancestors![0]!));
    const second = { ...parent, extraData: Buffer.from('made up'), parentHash: hashHeader(parent) };
    const first = { ...parent, extraData: Buffer.from('made up, too'), parentHash: hashHeader(second) };
    const ancestors = [first, second, parent].map((header) => toHex(encodeHeader(header)));
    const forged: CallBundle = {
      ...bundle,
      result: { ...bundle.result, output: toHex(hashHeader(second)) },
      witness: { ...bundle.witness, ancestors },
    };
    expect(await levelOf(forged)).toBe('V4 its header has another hash');
  });

  it('is refused if the header has fields of a fork without a date in the schedule', async () => {
    const undated = readForks();
    const bundle = await bundleOf(await chainWith(returning('SLOTNUM')));
    const header = decodeHeader(fromHex(bundle.header));
    const timestamp = 1_900_000_012;
    const ofLater = {
      requestsHash: header.parentHash,
      blockAccessListHash: header.parentHash,
      slotNumber: 24,
    };
    const later = { ...header, timestamp, ...ofLater };
    const call = bundle.call.replace(toHex(hashHeader(header)), toHex(hashHeader(later)));
    const forged = { ...bundle, call, header: toHex(encodeHeader(later)) };
    // Under the rules of Osaka the call reverts.
    expect(forged.result.outcome).toBe('reverted');
    const osaka: CallBundle = { ...forged, witness: { ...forged.witness, fork: 'osaka' } };
    expect(await verifyCall(writeCallBundle(osaka), undated)).toMatchObject({
      outcome: 'refuted call',
      reason: 'its block has the rules of a fork after osaka',
    });
  });

  it('verifies a call that another contract answers, and one that reverts', async () => {
    const proxied = await chainWith(PROXY, { [TARGET]: { code: returning('7 SLOAD 3 SLOAD ADD') } });
    const bundle = await bundleOf(proxied);
    expect(numberIn(bundle)).toBe(109n);
    expect(bundle.witness.codes).toHaveLength(2);
    expect((await verified(bundle)).outcome).toBe('verified call');
    const reverted = await bundleOf(await chainWith(toHex(assembled('7 SLOAD 0 MSTORE 32 0 REVERT'))));
    expect(reverted.result).toEqual({ outcome: 'reverted', output: word(6n) });
    expect((await verified(reverted)).outcome).toBe('verified call');
  });

  it('of an account without code depends on its absence', async () => {
    const blocks = await chainWith('0x');
    const bundle = await bundleOf(blocks);
    expect([bundle.result.output, bundle.witness.codes]).toEqual(['0x', []]);
    expect((await verified(bundle)).outcome).toBe('verified call');
  });

  it('is refused with a surplus, missing, repeated or misplaced node or code', async () => {
    const blocks = await chainWith(PROXY, { [TARGET]: { code: returning('7 SLOAD 3 SLOAD ADD') } });
    const { witness, ...bundle } = await bundleOf(blocks);
    const { nodes, codes } = witness;
    expect(nodes.length).toBeGreaterThan(4);
    const other = (await blocks[5]!.account(OTHER)).proof.at(-1)!;
    const changed = (change: Partial<CallBundle['witness']>) =>
      levelOf({ ...bundle, witness: { ...witness, ...change } });
    const LEFT_OVER = 'V3 its nodes are not those that the calls read, in order';
    expect(await changed({ nodes: [...nodes, other] })).toBe(LEFT_OVER);
    expect(await changed({ nodes: [...nodes, nodes[1]!] })).toBe(LEFT_OVER);
    expect(await changed({ nodes: nodes.with(1, nodes[2]!).with(2, nodes[1]!) })).toBe(LEFT_OVER);
    for (const at of nodes.keys()) expect(await changed({ nodes: nodes.toSpliced(at, 1) })).toMatch(/^V3/);
    const CODES = 'V3 its codes are not those that the calls read, in order';
    expect(await changed({ codes: codes.toReversed() })).toBe(CODES);
    expect(await changed({ codes: [...codes, '0x00'] })).toBe(CODES);
    expect(await changed({ codes: [...codes, codes[0]!] })).toBe(CODES);
    expect(await changed({ codes: codes.slice(1) })).toMatch(/^V3 it cannot be executed: code of/);
    expect(await changed({ nodes: [] })).toMatch(/^V3 it cannot be executed/);
    expect(await changed({ nodes: [...nodes, '0x80'] })).toBe(LEFT_OVER);
    expect(await changed({ ancestors: [blocks[4]!.header] })).toBe(
      'V3 it has a header that no call reads the hash from',
    );
  });

  it('is refused with another result, rules, convention, call or block', async () => {
    const blocks = await chainWith(returning('7 SLOAD'));
    const bundle = await bundleOf(blocks);
    const { witness, call } = bundle;
    const result = { outcome: 'returned' as const, output: word(5n) as Hex };
    expect(await levelOf({ ...bundle, result })).toBe('V3 it gives another output');
    expect(await levelOf({ ...bundle, result: { ...bundle.result, outcome: 'reverted' } })).toBe(
      'V3 it returned',
    );
    expect(await levelOf({ ...bundle, witness: { ...witness, fork: 'berlin' } })).toBe(
      'V3 its block has the rules of cancun',
    );
    expect(await levelOf({ ...bundle, convention: 'view-2' })).toMatch(/^V3 calls by view-2/);
    expect(await levelOf({ ...bundle, engine: '@ethereumjs/evm@10.1.4' })).toMatch(/^V3 was executed by/);
    expect(await levelOf({ ...bundle, call: call.replace(SUBJECT, OTHER) })).toMatch(/^V3/);
    expect(await levelOf({ ...bundle, call: `${call}ff` })).toBe('verified call');
    const [, hash] = call.split(':').slice(1);
    expect(await levelOf({ ...bundle, call: call.replace(hash!, blocks[4]!.hash) })).toBe(
      'V4 its header has another hash',
    );
  });

  it('is refused if state, header or contract belong elsewhere', async () => {
    const blocks = await chainWith(returning('7 SLOAD'));
    const bundle = await bundleOf(blocks);
    const before = await bundleOf(blocks, '0x', 4);
    expect(before.result).not.toEqual(bundle.result);
    // The state of the block before, with its result.
    expect(await levelOf({ ...bundle, witness: before.witness, result: before.result })).toBe(
      'V4 it is not below the root of its block',
    );
    // Its header too, under the hash of the newer block.
    expect(await levelOf({ ...before, call: bundle.call })).toBe('V4 its header has another hash');
    // The storage of another account, with an honest proof.
    const slot = await blocks[5]!.account(OTHER, [word(7n)]);
    const own = await blocks[5]!.account(SUBJECT);
    const nodes = [...own.proof, ...slot.slots![word(7n)]!];
    const output = word(666n) as Hex;
    expect(
      await levelOf({
        ...bundle,
        result: { ...bundle.result, output },
        witness: { ...bundle.witness, nodes },
      }),
    ).toMatch(/^V3 it cannot be executed: slot of/);
    // Code with another hash than that of the account.
    const codes = [returning('666')];
    expect(
      await levelOf({
        ...bundle,
        result: { ...bundle.result, output },
        witness: { ...bundle.witness, codes },
      }),
    ).toMatch(/^V3 it cannot be executed: code of/);
  });

  it('is refused if the whole state is made up, including its root', async () => {
    const bundle = await bundleOf(await chainWith(returning('7 SLOAD')));
    const forged = await bundleOf(await chainWith(returning('666')));
    expect(await levelOf({ ...bundle, witness: forged.witness, result: forged.result })).toBe(
      'V4 it is not below the root of its block',
    );
  });

  it('is refused with a proof of absence for a slot that exists', async () => {
    const blocks = await chainWith(returning('7 SLOAD'));
    const bundle = await bundleOf(blocks);
    const absent = await blocks[5]!.account(SUBJECT, [word(999n)]);
    const nodes = [...absent.proof, ...absent.slots![word(999n)]!];
    const output = word(0n) as Hex;
    expect(
      await levelOf({
        ...bundle,
        result: { ...bundle.result, output },
        witness: { ...bundle.witness, nodes },
      }),
    ).toMatch(/^V3 it cannot be executed: slot of/);
  });

  it('is refused if an earlier header was changed', async () => {
    const blocks = await chainWith(returning('3 NUMBER SUB BLOCKHASH'));
    const bundle = await bundleOf(blocks);
    const { ancestors } = bundle.witness;
    const changed = (headers: readonly string[]) =>
      levelOf({ ...bundle, witness: { ...bundle.witness, ancestors: [...headers] as Hex[] } });
    expect(await changed([ancestors![0]!, blocks[1]!.header])).toMatch(/^V3 it gives another output/);
    const lied = blocks[1]!.hash as Hex;
    expect(
      await levelOf({
        ...bundle,
        result: { outcome: 'returned', output: lied },
        witness: { ...bundle.witness, ancestors: [ancestors![0]!, blocks[2]!.header] },
      }),
    ).toMatch(/^V4 its header has another hash/);
    expect(await changed(ancestors!.slice(1))).toMatch(/^V3/);
  });

  it('is undecided if the EVM cannot decide', async () => {
    const blocks = await chainWith(toHex(assembled('0 JUMPDEST 2 JUMP')));
    await expect(bundleOf(blocks)).rejects.toThrow('undecided');
  });

  it('is refused with any byte changed', async () => {
    const random = new Prng(114);
    const programs = ['7 SLOAD', '999 SLOAD', `${BigInt(ABSENT)} BALANCE`, 'TIMESTAMP 7 SLOAD ADD'];
    const bundles = await Promise.all(
      [...programs, '3 NUMBER SUB BLOCKHASH'].map(async (program) =>
        bundleOf(await chainWith(returning(program))),
      ),
    );
    const levels = new Map<string, number>();
    for (const bundle of bundles) {
      const text = writeCallBundle(bundle);
      const every = bounded(Math.ceil(text.length / 150), 1);
      for (let at = random.between(0, every - 1); at < text.length; at += every) {
        const digit = random.pick([...'0123456789abcdef'].filter((one) => one !== text[at]));
        const found = await verifyCall(text.slice(0, at) + digit + text.slice(at + 1), SCHEDULE);
        const level = found.outcome === 'refuted call' ? `V${found.level}` : found.outcome;
        levels.set(level, (levels.get(level) ?? 0) + 1);
      }
    }
    process.stdout.write(`changed bytes of calls: ${JSON.stringify([...levels])}\n`);
    expect(levels.has('verified call')).toBe(false);
    expect(levels.get('V3')).toBeGreaterThan(50);
    expect(levels.get('V4')).toBeGreaterThan(50);
  });

  it('names the block by the hash of its header', async () => {
    const bundle = await bundleOf(await chainWith(returning('7 SLOAD')));
    expect(bundle.call).toBe(`view:1:${toHex(keccak256(fromHex(bundle.header)))}:${SUBJECT}:0x`);
  });
});
