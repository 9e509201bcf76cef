import { describe, expect, it } from '@jest/globals';
import { fingerprintOf } from '../../src/bytecode/fingerprint.js';
import { instructions } from '../../src/bytecode/instruction/instructions.js';
import { readBindings } from '../../src/definition/binding/read-bindings.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { buildsBy } from '../../src/engine/facts/extract/builds.js';
import { isBuild } from '../../src/verifier/evidence/is-build.js';
import { factSources } from '../builder/fact-sources.js';
import {
  alteredTimelocks,
  constructed,
  governorBuild,
  replaced,
  timelockCode,
} from '../builder/known-builds.js';

const TIMELOCKS = 'timelock-builds';
const GOVERNORS = 'governor-builds';
const PUSH32 = 0x7f;
/** PUSH9 of the votes that a proposal needs: 100 ether. */
const QUORUM = '68056bc75e2d63100000';

const bindings = readBindings(['definitions/bindings']);
const find = buildsBy(
  factSources({ kind: 'build', binding: TIMELOCKS }, { kind: 'build', binding: GOVERNORS }),
  bindings,
);
const governor = governorBuild();
const timelock = timelockCode();
const [governorKey] = bindings.get(GOVERNORS)!.members.keys();
const timelockKey = keyNamed('OpenZeppelin TimelockController 4.9.6');

function keyNamed(name: string): string {
  const found = [...bindings.get(TIMELOCKS)!.members].find(([, [one]]) => one!.fields.name === name);
  return found![0];
}

/** Keys of the builds that the engine finds in the code. The verifier must agree for every key of the registries. */
function found(code: Buffer): readonly string[] {
  const values = find(code).map(({ value }) => value);
  const keys = [TIMELOCKS, GOVERNORS].flatMap((id) =>
    [...bindings.get(id)!.members.keys()].filter((key) => isBuild(code, key, bindings.get(id)!)),
  );
  expect(keys).toEqual(values);
  return values;
}

describe('the registries of builds', () => {
  it('name the packaged timelock, and the compiled governor with its immutables', () => {
    expect(found(timelock)).toEqual([timelockKey]);
    expect(found(governor.code)).toEqual([governorKey]);
    const [{ fields } = { fields: {} as Record<string, string> }] = bindings
      .get(GOVERNORS)!
      .members.get(governorKey!)!;
    expect(fields.immutables).toBe(governor.immutables.join(' '));
  });

  it('list immutables only at operands of PUSH32', () => {
    const operations = new Map(instructions(governor.code));
    for (const offset of governor.immutables) expect(operations.get(offset - 1)).toBe(PUSH32);
  });

  it.each(['timelock', 'governor'])('are read with offsets in decimal: %s', (name) => {
    for (const memberships of bindings.get(`${name}-builds`)!.members.values())
      for (const { fields } of memberships) expect(fields.immutables ?? '0').toMatch(/^\d{1,5}( \d{1,5})*$/);
  });
});

describe('code', () => {
  it.each([0x11, 0x5b, 0xff])('is a governor whatever its immutables are: %i', (byte) => {
    expect(found(constructed(governor.code, governor.immutables, byte))).toEqual([governorKey]);
  });

  it('is no governor if a constant differs that is no immutable', () => {
    const code = replaced(governor.code, QUORUM, QUORUM.replace('68056b', '68000b'));
    expect(fingerprintOf(code)).toEqual(fingerprintOf(governor.code));
    expect(found(code)).toEqual([]);
    for (const offset of governor.immutables) {
      const other = Buffer.from(governor.code);
      other[offset + 32] = other[offset + 32]! ^ 1;
      expect(found(other)).toEqual([]);
    }
  });

  it.each(alteredTimelocks())(
    'is no timelock if this differs, though its fingerprint is the same: $what',
    ({ code }) => {
      expect(code).not.toEqual(timelock);
      expect(fingerprintOf(code)).toEqual(fingerprintOf(timelock));
      expect(found(code)).toEqual([]);
    },
  );

  it('is a timelock with any bytes in place of the metadata, which never run, or none', () => {
    const end = timelock.length - 53;
    const live = Buffer.concat([
      timelock.subarray(0, end),
      Buffer.alloc(700, '5b33ff', 'hex'),
      Buffer.of(0x02, 0xbc),
    ]);
    expect(found(live)).toEqual([timelockKey]);
    expect(found(Buffer.concat([timelock.subarray(0, end), Buffer.of(0, 0)]))).toEqual([timelockKey]);
    expect(found(timelock.subarray(0, end))).toEqual([timelockKey]);
  });

  it('is no timelock if its metadata begins earlier or later than that of the build', () => {
    for (const size of [0, 50, 52, 7_000, 0xffff]) {
      const code = Buffer.from(timelock);
      code.writeUInt16BE(size, code.length - 2);
      expect(found(code)).toEqual([]);
    }
    expect(found(Buffer.concat([timelock, Buffer.of(0)]))).toEqual([]);
  });

  it.each(['0x', '0x00', '0x0000', '0xffff', '0x60', `0xef0100${'11'.repeat(20)}`])(
    'of %s is no known build',
    (code) => {
      expect(found(fromHex(code as `0x${string}`))).toEqual([]);
    },
  );
});

it.each(['x', '1,2', '1  2', ' ', '-1', '999999', '12000'])(
  'a registry that lists %s as immutables names nothing',
  (immutables) => {
    const key = timelockKey;
    const binding = {
      ...bindings.get(TIMELOCKS)!,
      members: new Map([[key, [{ from: 0, version: '1.0.0', fields: { immutables } }]]]),
    };
    expect(isBuild(timelock, key, binding)).toBe(false);
    expect(isBuild(constructed(timelock, [0], 0), key, binding)).toBe(false);
  },
);
