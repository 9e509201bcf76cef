import { canonicalJson, sha256Hex } from '../../src/domain/canonical/canonical-json.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hash, Hex } from '../../src/domain/chain/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { type Bundle, blockHashes, type Statement } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import type { AttestationKind } from '../../src/verifier/evidence/attestation.js';
import { delegateIn } from '../../src/verifier/evidence/code-value.js';
import { bounded } from '../bounded.js';
import type { HonestChain } from './honest-chain.js';
import { withMadeUpState } from './made-up-state.js';
import { remade, withFittingDigests, withFittingHashes } from './refit.js';

/** A bundle for a false claim. */
export interface Forgery {
  readonly lie: string;
  readonly text: string;
  /** Unless the bundle is refused, it must list at least one of these as attested: what the lie depends on. */
  readonly behind: readonly AttestationKind[];
}

/** What an attacker starts from. */
export interface Begun {
  readonly chain: HonestChain;
  /** A true bundle. */
  readonly bundle: Bundle;
  /** Other true bundles, of any definition. */
  readonly others: readonly Bundle[];
  /** Addresses without such a claim: an unused one, an account, a delegating one, a contract. */
  readonly innocents: readonly Hex[];
}

type Lie = (begun: Begun) => Iterable<Forgery> | AsyncIterable<Forgery>;

const copyOf = (bundle: Bundle): Bundle => JSON.parse(JSON.stringify(bundle)) as Bundle;
const topOf = (bundle: Bundle) => bundle.proofs[bundle.proof]!;

/** Other pieces of evidence that each piece is replaced by. */
const OF_OTHERS = bounded(1, 3);
/** Attestations of a node, of registries and of the code analysis. */
const WORD: readonly AttestationKind[] = ['node', 'registry', 'analysis'];
const SLOT = /^0x[0-9a-f]{64}$/;

/** The claim for another address, renamed everywhere. */
function* renamed({ bundle, innocents }: Begun): Iterable<Forgery> {
  const { subject, object } = topOf(bundle);
  const text = writeBundle(bundle);
  for (const other of innocents) {
    yield { lie: 'subject', text: withFittingHashes(text.replaceAll(subject, other)), behind: WORD };
    // Another object may have been one by the same event, and may have ended.
    if (object !== undefined)
      yield {
        lie: 'object',
        text: withFittingHashes(text.replaceAll(object, other)),
        behind: [...WORD, 'unchanged', 'lifetime'],
      };
  }
}

/** The claim for another address, with unchanged evidence, which belongs to the subject. */
function* elsewhere({ bundle, chain, innocents }: Begun): Iterable<Forgery> {
  const { subject } = topOf(bundle);
  for (const other of innocents) {
    const forged = copyOf(bundle);
    for (const [hash, proof] of Object.entries(forged.proofs)) {
      const { holdings, answers } = forged.statements[hash]!;
      for (const stated of [...holdings, ...answers]) if (stated.address === subject) stated.address = other;
      if (proof.subject === subject) proof.subject = other;
    }
    yield* made('evidence of another address', forged, chain, ['registry']);
  }
}

/** The claim for another address, with its own honest account proofs instead of the subject's. */
async function* proven({ bundle, chain, innocents }: Begun): AsyncIterable<Forgery> {
  const { subject, object } = topOf(bundle);
  for (const victim of [subject, ...(object === undefined ? [] : [object])])
    for (const other of innocents) {
      const forged = JSON.parse(writeBundle(bundle).replaceAll(victim, other)) as Bundle;
      await withHonestAccounts(forged, other, chain);
      const lie = victim === subject ? 'honest proofs of a subject' : 'honest proofs of an object';
      // The innocent address may be of an excluded kind, or may have had the claim before.
      const behind: AttestationKind[] = [
        ...(['existed', 'deployed', 'effect', 'creation', 'absent', 'unchanged', 'lifetime'] as const),
        ...WORD,
      ];
      yield* made(lie, forged, chain, behind);
      const fitting = copyOf(forged);
      for (const statement of Object.values(fitting.statements)) fitValues(statement, fitting, other);
      yield* made(`${lie}, values fitting`, fitting, chain, behind);
    }
}

async function withHonestAccounts(forged: Bundle, address: Address, chain: HonestChain): Promise<void> {
  for (const [hash, block] of Object.entries(forged.blocks)) {
    const shown = block.accounts?.[address];
    if (shown === undefined) continue;
    const number = numberOf(forged, hash, chain);
    const honest =
      number === undefined
        ? undefined
        : await chain.account(address, number, Object.keys(shown.slots ?? {}) as Hash[]);
    if (honest === undefined) continue;
    const { code, ...rest } = honest;
    block.accounts![address] = shown.code === undefined ? rest : { ...rest, code: code! };
  }
}

function numberOf({ blocks }: Bundle, hash: string, chain: HonestChain): number | undefined {
  for (let number = chain.head; chain.headerOf(number) !== undefined; number--)
    if (chain.headerOf(number)!.header === blocks[hash]!.header) return number;
  return undefined;
}

/** Replaces the values of a statement about code by those of the shown code. */
function fitValues(statement: Statement, { blocks }: Bundle, address: string): void {
  for (const interval of statement.holdings) {
    if (interval.address !== address || interval.source.kind !== 'code') continue;
    const code = blocks[interval.evidence[0]!.split(':')[2]!]?.accounts?.[address]?.code;
    if (code === undefined) continue;
    const { value } = interval;
    if (typeof value === 'object')
      interval.value = { ...value, length: String(fromHex(code).length), ...hashOfCode(code) };
    else interval.value = delegateIn(fromHex(code)) ?? value;
  }
}

function hashOfCode(code: string): { hash: string } {
  return { hash: toHex(keccak256(fromHex(code))) };
}

/** Another value wherever one is stated. */
function* revalued({ bundle, chain, innocents }: Begun): Iterable<Forgery> {
  const [other] = innocents as [Address];
  for (const [hash, { holdings, answers }] of Object.entries(bundle.statements)) {
    for (const [at, { value }] of holdings.entries()) {
      const names = typeof value === 'string' ? [''] : Object.keys(value);
      for (const name of names) {
        const forged = copyOf(bundle);
        const interval = forged.statements[hash]!.holdings[at]!;
        if (typeof interval.value === 'string') interval.value = changedText(interval.value, other);
        else interval.value[name] = changedText(interval.value[name]!, other);
        yield* made(`value ${name}`.trim(), forged, chain, WORD);
      }
      const keyed = copyOf(bundle);
      const interval = keyed.statements[hash]!.holdings[at]!;
      if (interval.key === '') continue;
      const was = interval.key.slice(0, 42);
      interval.key = `${other}${interval.key.slice(42)}`;
      if (keyed.proofs[hash]!.object === was) keyed.proofs[hash]!.object = other;
      yield* made('key', keyed, chain, WORD);
    }
    for (const [at] of answers.entries()) {
      const forged = copyOf(bundle);
      const answer = forged.statements[hash]!.answers[at]!;
      const output: Hex = `0x${other.slice(2).padStart(64, '0')}`;
      answer.output = output;
      forged.attested[answer.evidence] = { kind: 'read', output, digest: answer.evidence };
      yield* made('answer', forged, chain, ['node']);
    }
  }
}

function changedText(value: string, address: string): string {
  if (/^0x[0-9a-f]{40}$/.test(value)) return address;
  if (SLOT.test(value)) return `0x${address.slice(2).padStart(64, '0')}`;
  if (/^\d+$/.test(value)) return String(BigInt(value) + 1n);
  return value === 'true' ? '0x01' : `${value}00`;
}

/** A true claim at a block before it held, and at a block that does not exist. */
function* redated({ bundle, chain }: Begun): Iterable<Forgery> {
  const early = copyOf(bundle);
  early.block = topOf(bundle).referenceBlock - 1;
  yield* made('held earlier', early, chain, []);
  const shifted = copyOf(early);
  for (const statement of Object.values(shifted.statements)) {
    statement.rangeStart = Math.min(statement.rangeStart, early.block);
    for (const interval of statement.holdings) interval.start = Math.min(interval.start, early.block);
    for (const claim of statement.claims) claim.intervalStart = Math.min(claim.intervalStart, early.block);
  }
  yield* made('held earlier, all starts moved', shifted, chain, []);
  const future = withoutEnd(copyOf(bundle), chain);
  future.block = chain.head + 1_000;
  yield* made('held in a block that is not there', future, chain, ['head']);
}

/** An ended claim at the last block, with and without the honest proofs of that block. */
export async function* outlived(chain: HonestChain, ended: Bundle): AsyncIterable<Forgery> {
  const bare = withoutEnd(copyOf(ended), chain);
  bare.block = chain.head;
  const behind: AttestationKind[] = ['unchanged', 'lifetime', 'absent', 'existed'];
  yield* made('ended, and its end left out', copyOf(bare), chain, behind);
  const end = chain.headerOf(chain.head)!;
  bare.blocks[end.hash] ??= { header: end.header };
  yield* made('ended, and its last block shown', copyOf(bare), chain, behind);
  const accounts = new Map<Address, Set<Hash>>();
  for (const { holdings } of Object.values(bare.statements))
    for (const { address, evidence } of holdings)
      for (const ref of evidence) {
        const [kind, , , , slot] = ref.split(':');
        if (kind !== 'code' && kind !== 'slot') continue;
        const slots = accounts.get(address) ?? new Set();
        if (kind === 'slot') slots.add(slot as Hash);
        accounts.set(address, slots);
      }
  if (accounts.size === 0) return;
  const block = bare.blocks[end.hash]!;
  for (const [address, slots] of accounts) {
    const shown = await chain.account(address, chain.head, [...slots]);
    if (shown !== undefined) block.accounts = { ...block.accounts, [address]: shown };
  }
  yield* made('ended, with honest proofs of its end', bare, chain, behind);
}

/** Without the evidence that something existed until the end. */
function withoutEnd(bundle: Bundle, chain: HonestChain): Bundle {
  const hash = chain.headerOf(bundle.block)?.hash;
  const needed = JSON.stringify([bundle.statements, bundle.proofs]);
  if (hash !== undefined && !needed.includes(hash)) delete bundle.blocks[hash];
  else if (hash !== undefined) delete bundle.blocks[hash]?.accounts;
  return needed.includes(`code:1:${hash}`) || needed.includes(`slot:1:${hash}`) ? copyOf(bundle) : bundle;
}

/** The attacker's own rule under the name of the definition: it excludes the zero address. */
function* ownRule({ bundle, chain, innocents }: Begun): Iterable<Forgery> {
  const [other] = innocents as [Address];
  const { definitionVersion, attributeId, object, referenceBlock, ...rest } = topOf(bundle);
  const { kind } = bundle.definitions[definitionVersion]!;
  const check = { id: 'somebody', operator: 'neq', of: 'subject', expected: `0x${'0'.repeat(40)}` };
  const rule = {
    id: attributeId,
    kind,
    families: [{ id: 'own', facts: [check], ...(object !== undefined && { object: 'subject' }) }],
  } as unknown as Bundle['definitions'][string];
  const version = `${definitionVersion.split('+')[0]}+sha256.${sha256Hex(canonicalJson(rule))}`;
  const statement: Statement = {
    rangeStart: referenceBlock,
    holdings: [],
    formerly: [],
    claims: [],
    lapsed: [],
    answers: [],
    digest: bundle.proof,
  };
  const proof = {
    ...rest,
    attributeId,
    referenceBlock,
    definitionVersion: version,
    selectedFamilyId: 'own',
    subject: other,
    ...(object !== undefined && { object: other }),
  };
  const forged = {
    ...bundle,
    proofs: { [bundle.proof]: proof },
    statements: { [bundle.proof]: statement },
    definitions: { [version]: rule },
    bindings: {},
    blocks: {},
    attested: {},
  };
  yield* made('a rule of its own', forged, chain, ['rule']);
}

/** Registries with every entry that the claim needs. */
function* ownRegistry({ bundle, chain, innocents }: Begun): Iterable<Forgery> {
  const { subject } = topOf(bundle);
  for (const id of Object.keys(bundle.bindings))
    for (const other of innocents) {
      const forged = JSON.parse(writeBundle(bundle).replaceAll(subject, other)) as Bundle;
      const { entries, versions } = forged.bindings[id]!;
      const [like] = entries;
      if (like === undefined || entries.some(({ key }) => key === other)) continue;
      const { removed: _, from: __, ...fields } = like as Record<string, string>;
      entries.push({ ...fields, key: other, added: versions[0]!.version } as never);
      entries.sort((one, next) => (one.key < next.key ? -1 : 1));
      yield* made('a registry of its own', forged, chain, ['registry']);
    }
}

/** Each piece of evidence replaced by another of its kind. */
function* misplaced({ bundle, chain, others }: Begun): Iterable<Forgery> {
  const text = writeBundle(bundle);
  const refs = topOf(bundle).sourceEvidenceRefs.filter((ref) => !ref.startsWith('binding:'));
  for (const ref of refs) {
    const kind = ref.slice(0, ref.indexOf(':'));
    const found = others
      .flatMap((other) => topOf(other).sourceEvidenceRefs.map((of) => [of, other] as const))
      .filter(([of]) => of.startsWith(`${kind}:`) && of !== ref && !text.includes(of))
      .slice(0, OF_OTHERS);
    for (const [of, other] of found) {
      const forged = JSON.parse(text.replaceAll(ref, of)) as Bundle;
      const hash = of.split(':')[2]!;
      const shown = other.blocks[hash]!;
      const own = forged.blocks[hash];
      forged.blocks[hash] = {
        ...shown,
        ...own,
        transactions: { ...shown.transactions, ...own?.transactions },
        receipts: { ...shown.receipts, ...own?.receipts },
        accounts: { ...shown.accounts, ...own?.accounts },
      };
      if (other.attested[of] !== undefined) forged.attested[of] = other.attested[of];
      delete forged.attested[ref];
      const number = numberOf(forged, hash, chain);
      for (const { holdings } of Object.values(forged.statements))
        for (const interval of holdings)
          if (interval.evidence.includes(of)) {
            interval.start = number!;
            if (interval.tx !== undefined) interval.tx = `tx:1:${hash}:${of.split(':')[3]}`;
          }
      yield* made(`another ${kind}`, forged, chain, ['node', 'unchanged']);
    }
  }
}

/** Other times: the first block of the range moved, or earlier values left out. */
function* resupported({ bundle, chain }: Begun): Iterable<Forgery> {
  const { referenceBlock } = topOf(bundle);
  if (referenceBlock < bundle.block) {
    const later = copyOf(bundle);
    for (const statement of Object.values(later.statements)) statement.rangeStart = bundle.block;
    yield* made('since a later block', later, chain, []);
  }
  const before = copyOf(bundle);
  let isLess = false;
  for (const statement of Object.values(before.statements)) {
    isLess ||= statement.formerly.length + statement.lapsed.length > 0;
    statement.formerly = [];
    statement.lapsed = [];
  }
  if (isLess) yield* made('since an earlier block', before, chain, []);
}

/** A proof that it depends on, replaced by that of another address. */
function* misdepended({ bundle, chain, others }: Begun): Iterable<Forgery> {
  for (const { proof } of bundle.statements[bundle.proof]!.claims) {
    const { attributeId, subject } = bundle.proofs[proof]!;
    const found = others
      .filter((one) => topOf(one).attributeId === attributeId && topOf(one).subject !== subject)
      .slice(0, 2);
    for (const other of found) {
      const forged = copyOf(bundle);
      const { claims } = forged.statements[bundle.proof]!;
      for (const claim of claims) if (claim.proof === proof) claim.proof = other.proof;
      for (const part of ['proofs', 'statements', 'definitions', 'bindings', 'attested'] as const)
        Object.assign(forged[part], { ...copyOf(other)[part], ...forged[part] });
      for (const [hash, block] of Object.entries(copyOf(other).blocks)) forged.blocks[hash] ??= block;
      yield* made('a dependency of another address', forged, chain, []);
      // The dependency renamed to the address that needs it, together with its evidence.
      const text = writeBundle(other).replaceAll(topOf(other).subject, subject);
      const moved = JSON.parse(withFittingHashes(text)) as Bundle;
      const deep = copyOf(forged);
      for (const part of ['proofs', 'statements'] as const) delete deep[part][other.proof];
      Object.assign(deep.proofs, moved.proofs);
      Object.assign(deep.statements, moved.statements);
      for (const claim of deep.statements[bundle.proof]!.claims)
        if (claim.proof === other.proof) claim.proof = moved.proof;
      yield* made('a dependency renamed', deep, chain, WORD);
    }
  }
}

/** Another family of the rule, with the same facts. */
function* otherFamily({ bundle, chain }: Begun): Iterable<Forgery> {
  const { definitionVersion, selectedFamilyId } = topOf(bundle);
  for (const { id } of bundle.definitions[definitionVersion]!.families) {
    if (id === selectedFamilyId) continue;
    const forged = copyOf(bundle);
    topOf(forged).selectedFamilyId = id;
    yield* made('another family', forged, chain, ['family']);
  }
}

/** False state, attested by a node. */
function* attested({ bundle, chain, innocents }: Begun): Iterable<Forgery> {
  const { subject } = topOf(bundle);
  for (const other of innocents) {
    const forged = JSON.parse(writeBundle(bundle).replaceAll(subject, other)) as Bundle;
    for (const block of Object.values(forged.blocks)) delete block.accounts;
    let isState = false;
    for (const { holdings } of Object.values(forged.statements))
      for (const { evidence, value } of holdings)
        for (const ref of evidence) {
          const [kind] = ref.split(':');
          if (kind === 'code') forged.attested[ref] = { kind, digest: forged.proof };
          if (kind === 'slot') forged.attested[ref] = { kind, word: value as Hash, digest: forged.proof };
          isState ||= kind === 'code' || kind === 'slot';
        }
    if (isState) yield* made("a node's word", forged, chain, ['node']);
  }
}

/** Executed frames of another address: the forger has every transaction and the state that it reads. */
async function* executedOtherwise({ bundle, chain, innocents }: Begun): AsyncIterable<Forgery> {
  if (!Object.values(bundle.attested).some(({ kind }) => kind === 'frame')) return;
  const { subject, object = subject } = topOf(bundle);
  const shown = await chain.executed(bundle);
  if (shown.frames === undefined) return;
  for (const victim of new Set([subject, object]))
    for (const other of innocents) {
      const forged = JSON.parse(writeBundle(shown).replaceAll(victim, other)) as Bundle;
      yield* made('executed frames of another address', { ...forged, blocks: shown.blocks }, chain, []);
    }
}

/** A made-up state in which the claim holds for the innocent address: the forger has everything but the headers of the chain. */
async function* madeUp({ bundle, chain, innocents }: Begun): AsyncIterable<Forgery> {
  if (bundle.views === undefined) return;
  const { subject, object = subject } = topOf(bundle);
  for (const other of innocents) {
    const text = writeBundle(bundle).replaceAll(object.slice(2), other.slice(2));
    const forged = JSON.parse(text) as Bundle;
    const headers = new Map<string, Hex>();
    for (const hash of blockHashes(forged)) {
      const header = await withMadeUpState(forged, hash);
      if (header !== undefined) headers.set(hash, header);
    }
    yield* made('a made-up state', forged, chain, []);
    const rooted = copyOf(forged);
    for (const [hash, header] of headers) rooted.blocks[hash]!.header = header;
    yield* made('a made-up state below a header of its own', rooted, chain, []);
    const worded = copyOf(forged);
    for (const [ref, { output }] of Object.entries(worded.views!.results)) {
      const kind = ref.startsWith('view:') ? 'view' : 'delegation';
      if (JSON.stringify(worded.statements).includes(ref))
        worded.attested[ref] = { kind, output, digest: worded.proof };
    }
    delete worded.views;
    worded.format = 'chainproof-bundle-2';
    for (const block of Object.values(worded.blocks)) delete block.witness;
    yield* made("a node's word for a call", worded, chain, ['node']);
  }
}

function* made(
  lie: string,
  forged: Bundle,
  chain: HonestChain,
  behind: readonly AttestationKind[],
): Iterable<Forgery> {
  // If the facts do not satisfy the rules, the bundle is left as it is, for V2 to refuse.
  const text = remade(copyOf(forged), chain.headerOf) ?? withFittingDigests(safelyWritten(forged));
  if (text !== undefined) yield { lie, text, behind };
}

function safelyWritten(bundle: Bundle): string {
  try {
    return withFittingHashes(writeBundle(bundle));
  } catch {
    return writeBundle(bundle);
  }
}

/** Every way to forge a bundle from a true one. */
export const LIES: readonly Lie[] = [
  renamed,
  elsewhere,
  proven,
  revalued,
  redated,
  ownRule,
  ownRegistry,
  misplaced,
  resupported,
  misdepended,
  otherFamily,
  attested,
  executedOtherwise,
  madeUp,
];
