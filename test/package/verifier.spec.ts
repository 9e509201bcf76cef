import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { verify as Verify } from '../../packages/verifier/index.js';
import { encodeHeaderProof } from '../../src/domain/canonicity/header-proof.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { signerOf, verifierKey } from '../../src/tlog/note-key.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { describeVerification, exitCodeOf } from '../../src/verifier/describe-verification.js';
import { logOfText } from '../../src/verifier/log-of-text.js';
import { published } from '../../src/verifier/published.js';
import { verifyText } from '../../src/verifier/verify-text.js';
import { bounded } from '../bounded.js';
import { bundleOf, chainWith, PROXY, returning, TARGET } from '../builder/call-bundles.js';
import { changeByte } from '../builder/changed-byte.js';
import { earlierBundles } from '../builder/earlier-bundles.js';
import { loggedBundle } from '../builder/logged-bundle.js';
import { madeHeaderProof } from '../builder/made-header-proof.js';
import { linesMissed, runsOf } from '../document/code-fences.js';
import { isRight } from '../fixture/right-level.js';
import { Prng } from '../simulation/prng.js';
import { installed, NPM, type Packed, packed } from './packed.js';

const CHANGES = bounded(300, 10_000);
const KB = 1_000;

const claims = earlierBundles();

describe('the package of the verifier', () => {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-package-'));
  let first: Packed;
  let second: Packed;
  let project: string;
  let place: string;
  let verify: typeof Verify;
  let call: string;

  beforeAll(async () => {
    first = await packed('verifier', join(directory, 'first'));
    second = await packed('verifier', join(directory, 'another-path'));
    project = await installed(first, join(directory, 'project'));
    place = join(project, 'node_modules', '@chainproof', 'verifier');
    ({ verify } = await import(pathToFileURL(join(place, 'dist', 'index.js')).href));
    const blocks = await chainWith(PROXY, { [TARGET]: { code: returning('7 SLOAD 3 SLOAD ADD') } });
    call = writeCallBundle(await bundleOf(blocks));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const own = async (text: string) => {
    const verification = await verifyText(text, published());
    return { exitCode: exitCodeOf(verification), text: describeVerification(verification) };
  };

  it('has the same bytes wherever it is built', () => {
    expect(second.hash).toBe(first.hash);
  });

  it('needs no other package, and contains the licences of bundled ones', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@chainproof',
    ]);
    const licences = readFileSync(join(place, 'dist', 'LICENSES-OF-OTHERS.txt'), 'utf8');
    for (const name of ['@noble/hashes', 'zod', '@ethereumjs/evm', 'buffer'])
      expect(licences).toContain(`${name} `);
  });

  it('verifies by its command, and refuses one changed byte', async () => {
    const [text = ''] = claims;
    const run = (bundle: string, ...more: string[]) => {
      writeFileSync(join(project, 'bundle.json'), bundle);
      const { status, stdout } = spawnSync(
        'npx',
        ['--offline', 'chainproof-verify', 'bundle.json', ...more],
        {
          cwd: project,
          encoding: 'utf8',
          env: NPM,
        },
      );
      return { status, said: stdout };
    };
    expect(run(text)).toEqual({ status: 0, said: `${(await own(text)).text}\n` });
    const at = text.indexOf('"header":"0x') + 40;
    const changed = text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
    expect(run(changed)).toMatchObject({ status: 14, said: expect.stringContaining('V4  FAILS') });
    expect(run(text, '--log', 'nothing')).toMatchObject({ status: 2 });
    expect(run('').status).toBe(10);
  });

  it('gives the verdicts of the service on bundles of the first format', async () => {
    for (const text of claims)
      expect(await verify(text)).toMatchObject({ outcome: 'verified', ...(await own(text)) });
  });

  it('gives the verdicts of the service on changed bytes', async () => {
    const random = new Prng(136);
    const outcomes = new Map<string, number>();
    for (let change = 0; change < CHANGES; change++) {
      const text = random.pick([...claims, call]);
      const changed = changeByte(text, random);
      const verification = await verify(changed.text);
      expect({ exitCode: verification.exitCode, text: verification.text }).toEqual(await own(changed.text));
      const { outcome } = verification;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const level = outcome === 'refuted' ? verification.level : 0;
      expect([changed.path, text === call || isRight(changed, level)]).toEqual([changed.path, true]);
    }
    console.log(`changed bytes: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    expect([...outcomes.keys()].sort()).toEqual(['no bundle', 'refuted']);
  }, 3_600_000);

  it('checks signatures of logs and witnesses as the service does', async () => {
    const log = signerOf('example.com/log', Buffer.alloc(32, 1));
    const witness = signerOf('w1.example', Buffer.alloc(32, 2), 'witness');
    const policy = `log ${verifierKey(log)}\nwitness one ${verifierKey(witness)}\nquorum one\n`;
    const text = loggedBundle(claims[0]!, log, witness);
    const random = new Prng(5);
    const outcomes = new Set<string>();
    const [from, to] = [text.indexOf('"log":{'), text.indexOf('"proof":"sha256:')];
    const changed = Array.from({ length: bounded(40, 2_000) }, () => {
      const at = random.between(from, to);
      return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    });
    for (const named of [verifierKey(log), policy])
      for (const one of [text, ...changed]) {
        const verification = await verifyText(one, { ...published(), log: logOfText(named) });
        const { outcome, exitCode, text: said } = await verify(one, { log: named });
        // Invalid UTF-8 in a quoted line is shown as a different number of question marks.
        const unquoted = (report: string) => report.replace(/".*" is no line/, 'no line');
        expect([exitCode, unquoted(said)]).toEqual([
          exitCodeOf(verification),
          unquoted(describeVerification(verification)),
        ]);
        outcomes.add(`${outcome} ${exitCode}`);
      }
    expect([...outcomes].sort()).toEqual(['no bundle 10', 'refuted 15', 'verified 0']);
    const [own, policed] = await Promise.all(
      [verifierKey(log), policy].map((named) => verify(text, { log: named })),
    );
    expect(own).toMatchObject({
      outcome: 'verified',
      logged: { outcome: 'shown', origin: 'example.com/log', size: 2 },
    });
    expect(policed!.text).toContain('seen by w1.example at 2027-01-15T08:00:00.000Z');
    const stranger = verifierKey(signerOf('example.com/log', Buffer.alloc(32, 3)));
    expect(await verify(text, { log: stranger })).toMatchObject({ outcome: 'refuted', level: 5 });
    await expect(verify(text, { log: 'nobody' })).rejects.toThrow(/a policy/);
  });

  it('checks proofs of headers against the roots that it contains', async () => {
    const bundle: CallBundle = JSON.parse(call);
    const { proof } = madeHeaderProof(keccak256(fromHex(bundle.header)), 4, 10_000_000);
    const text = writeCallBundle({ ...bundle, canonicity: toHex(encodeHeaderProof(proof)) });
    expect(await verify(text)).toMatchObject(await own(text));
    expect((await verify(text)).text).not.toContain('not at hand');
    const checkpoint = toHex(Buffer.alloc(32, 1));
    expect(await verify(call, { checkpoint })).toMatchObject({ outcome: 'refuted', level: 6, exitCode: 16 });
  });

  it('verifies a view call without Node.js and WebAssembly', () => {
    const program = `
      const { log } = console;
      for (const name of ['process', 'Buffer', 'WebAssembly', 'global']) delete globalThis[name];
      const { verify } = await import('@chainproof/verifier');
      const levels = [];
      const { outcome, kind, result } = await verify(${JSON.stringify(call)}, { onHeld: (level) => levels.push(level) });
      log(outcome, kind, result.output, levels.join());`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(said).toBe(`verified call ${JSON.parse(call).result.output} 3,4\n`);
  });

  it('does what its README shows', () => {
    writeFileSync(join(project, 'bundle.json'), claims[0]!);
    const readme = readFileSync(join(place, 'README.md'), 'utf8');
    const ran = [...runsOf(readme, 'sh'), ...runsOf(readme, 'js')].map(({ script, shown = '' }) => {
      writeFileSync(join(project, 'example.js'), script);
      const command = script.startsWith('npx') ? script : 'node example.js';
      const options = { cwd: project, encoding: 'utf8', env: NPM } as const;
      return linesMissed(shown, execFileSync('sh', ['-c', command], options));
    });
    expect(ran).toEqual([[], []]);
  });

  it('has types for its callers', () => {
    const program = `
      import { type Verification, verify } from '@chainproof/verifier';
      const checked: Verification = await verify('', { log: 'a key', onHeld: (level) => level === 6 });
      if (checked.outcome === 'verified' && checked.kind === 'claim') checked.attested.map(({ says }) => says);
      // @ts-expect-error only what verified has a subject
      checked.subject;`;
    writeFileSync(join(project, 'program.ts'), program);
    const tsc = join(process.cwd(), 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, 'program.ts'], {
      cwd: project,
      encoding: 'utf8',
      env: NPM,
    });
    expect(stdout).toBe('');
  });

  it('is at most 360 KB as sent, and loads the EVM only for a bundle that needs it', () => {
    const dist = join(place, 'dist');
    const sizeOf = (names: Iterable<string>) =>
      [...names].reduce(
        (sum, name) => sum + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length,
        0,
      );
    const atOnce = reached(dist, 'index.js');
    const programs = readdirSync(dist).filter((name) => name.endsWith('.js') && name !== 'cli.js');
    console.log(`as sent: ${sizeOf(atOnce)} B at once, ${sizeOf(programs)} B with EVM and roots`);
    expect(sizeOf(atOnce)).toBeLessThan(150 * KB);
    expect(sizeOf(programs)).toBeLessThan(360 * KB);
    // The EVM, and the part that executes whole transactions.
    const evm = programs.filter((name) => readFileSync(join(dist, name), 'utf8').includes('SELFDESTRUCT'));
    expect(evm).toHaveLength(2);
    expect(evm.filter((name) => atOnce.has(name))).toEqual([]);
  });
});

/** The modules that a program imports statically, itself included. */
function reached(dist: string, name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(dist, name), 'utf8');
  for (const [, next] of text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) reached(dist, next!, found);
  return found;
}
