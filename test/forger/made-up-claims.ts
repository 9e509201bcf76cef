import { RecordingView } from '../../src/bundle/recording-view.js';
import type { Definition, Family } from '../../src/definition/model/definition.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { encodeDelegation, namedCallData } from '../../src/domain/chain/codec/observed-delegation.js';
import type { Address, Hash } from '../../src/domain/chain/hex.js';
import { parseRef } from '../../src/domain/chain/record/evidence-ref.js';
import { evaluate } from '../../src/evaluator/evaluate/evaluate.js';
import type { Bundle, Statement } from '../../src/verifier/bundle/bundle.schema.js';
import { reverseNodeOf } from '../../src/verifier/evidence/reverse-node-of.js';
import type { HonestChain } from './honest-chain.js';
import type { Forgery } from './lies.js';
import { withMadeUpState } from './made-up-state.js';
import { bundleOf } from './omissions.js';
import { remade } from './refit.js';

type Holding = Statement['holdings'][number];
type Views = NonNullable<Bundle['views']>;
type Results = Views['results'];

/** Made-up outputs of executed calls, and the facts that follow. */
interface MadeUp {
  readonly holdings: readonly Holding[];
  readonly results: Results;
}

/** The parts of a definition that nobody executes, and the content of a true bundle of it. */
interface Lax {
  readonly id: string;
  /** An honest bundle of the same definition. */
  readonly like: Bundle;
  readonly family: (family: Family) => Family;
  /** @param seen facts and claims of a proof by the lax rules; @param hash of the head */
  readonly made: (seen: readonly Holding[], hash: Hash) => readonly MadeUp[];
}

const proofOf = ({ proof, proofs }: Bundle) => proofs[proof]!;
/** Checks of what a delegation to a facet names. */
const OF_FACET: ReadonlySet<string> = new Set(['facet_code', 'account']);
const executedIn = ({ statements, proof }: Bundle): Holding[] =>
  statements[proof]!.holdings.filter(({ source }) => source.kind === 'view' || source.kind === 'delegation');

/** Names for an address without one: an honest event shows its reverse record, and the outputs of registry and resolver are made up. */
export function madeUpNames(chain: HonestChain, like: Bundle, victim: Address): AsyncIterable<Forgery> {
  const { subject } = proofOf(like);
  const renamed = (text: string): string =>
    text
      .replaceAll(subject.slice(2), victim.slice(2))
      .replaceAll(reverseNodeOf(subject as Address).slice(2), reverseNodeOf(victim).slice(2));
  return madeUpClaims(chain, 'a made-up registry', victim, {
    ...{ id: 'identity:ens_primary_name', like },
    family: ({ facts, value: _, ...rest }) => ({
      ...rest,
      facts: facts.filter(({ id }) => id === 'reverse_record'),
    }),
    made: (_, hash) => [copied(like, executedIn(like), hash, renamed)],
  });
}

/** Facets of a contract that announced them and delegates otherwise: the cut is honest, and the delegation is made up. */
export function madeUpFacets(chain: HonestChain, like: Bundle, victim: Address): AsyncIterable<Forgery> {
  const [delegation] = executedIn(like).filter(({ source }) => source.kind === 'delegation');
  return madeUpClaims(chain, 'a made-up named delegation', victim, {
    ...{ id: 'proxy:diamond', like },
    family: ({ facts, ...rest }) => {
      const named = facts.find(({ id }) => id === 'as_named') as unknown as { readonly with: never };
      const kept = facts.filter(({ id }) => id !== 'delegation' && id !== 'as_named');
      return {
        ...rest,
        facts: kept.map((one) => (OF_FACET.has(one.id) ? { ...one, of: named.with } : one)) as typeof kept,
      };
    },
    made: (seen, hash) =>
      seen
        .filter(({ source, key }) => source.kind !== 'code' && namedCallData(key) !== undefined)
        .map(({ key: selector, value }) => {
          const target = String(typeof value === 'string' ? value : value.target) as Address;
          const ref = `delegation:1:${hash}:${victim}:${selector}`;
          return {
            results: {
              [ref]: { outcome: 'returned', output: toHex(encodeDelegation([{ target, slots: [] }])) },
            },
            holdings: [
              {
                ...{ address: victim, source: delegation!.source, key: namedCallData(selector)! },
                ...{ value: { target }, start: chain.head, evidence: [ref] },
              },
            ],
          };
        }),
  });
}

/** The executed calls of a true bundle, at the head and for another subject. */
function copied(
  like: Bundle,
  holdings: readonly Holding[],
  hash: Hash,
  renamed: (text: string) => string,
): MadeUp {
  const results: Results = {};
  const moved = holdings.map((one) => {
    const [ref] = one.evidence as [string];
    const at = renamed(ref.replace(parseRef(ref)!.blockHash, hash));
    results[at] = JSON.parse(renamed(JSON.stringify(like.views!.results[ref]))) as Results[string];
    return { ...(JSON.parse(renamed(JSON.stringify(one))) as Holding), evidence: [at] };
  });
  return { holdings: moved, results };
}

async function* madeUpClaims(
  chain: HonestChain,
  lie: string,
  victim: Address,
  { id, like, family, made }: Lax,
): AsyncIterable<Forgery> {
  const { head, historical } = chain;
  const hash = chain.headerOf(head)!.hash as Hash;
  const whole = historical.catalog.definitions.find((one) => one.id === id)!;
  const lax: Definition = { ...whole, families: whole.families.map(family) };
  const evaluated = await historical.at(lax, victim, head, (view) => {
    const recording = new RecordingView(view, historical.catalog.sources);
    return { recording, claims: evaluate(lax, victim, recording).claims };
  });
  for (const { canonical } of evaluated?.claims ?? []) {
    const proof = JSON.parse(canonical) as Bundle['proofs'][string];
    const seen = evaluated!.recording
      .recorded()
      .holdings.filter(({ evidence }) => evidence.every((ref) => proof.sourceEvidenceRefs.includes(ref)));
    for (const { holdings, results } of made(seen, hash)) {
      const since = holdings.map((one) => ({ ...one, start: head }));
      const bundle = await bundleOf(chain, lax, proof, evaluated!.recording, since);
      const { engine, convention } = like.views!;
      const forged: Bundle = {
        ...bundle,
        format: 'chainproof-bundle-3',
        views: { engine, convention, results },
      };
      const own = await withMadeUpState(forged, hash);
      const text = remade(forged, chain.headerOf);
      if (text === undefined) throw new Error(`the rules of ${id} give no claim of ${victim}`);
      yield { lie, text, behind: [] };
      const rooted = JSON.parse(text) as Bundle;
      rooted.blocks[hash]!.header = own!;
      yield { lie: `${lie} below a header of its own`, text: remade(rooted, chain.headerOf)!, behind: [] };
    }
  }
}
