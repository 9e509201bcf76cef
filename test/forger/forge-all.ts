import type { Address } from '../../src/domain/chain/hex.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import type { Published } from '../../src/verifier/level/published.js';
import { bounded } from '../bounded.js';
import type { HonestChain, TrueClaim } from './honest-chain.js';
import { LIES, outlived } from './lies.js';
import { madeUpNames } from './made-up-claims.js';
import { laterKeys, omissions } from './omissions.js';
import { Tally } from './tally.js';

const CLAIMS_EACH = 2;
/** Bundles to forge of each definition; the others lend only their evidence. */
const BENT_EACH = bounded(1, 2);
/** Whether each claim is forged for all innocent addresses; otherwise for one, in turn. */
const ALL_INNOCENTS = bounded(false, true);

/** Forges true bundles of every definition, and claims that have ended. */
export async function forgeAll(
  chain: HonestChain,
  published: Published,
  innocents: readonly Address[],
  /** Addresses with a reverse record in ENS and no name. */
  nameless: readonly Address[],
): Promise<Tally> {
  const tally = new Tally(chain, published);
  const held: (readonly [TrueClaim, Bundle])[] = [];
  for (const claims of byDefinition(chain.claims.filter(({ end }) => end === chain.head)))
    for (const claim of claims.slice(0, CLAIMS_EACH))
      held.push([claim, await chain.bundle(claim, chain.head)]);
  const ended: (readonly [TrueClaim, Bundle])[] = [];
  for (const claims of byDefinition(chain.claims.filter(({ end }) => end < chain.head)))
    for (const claim of claims.slice(0, CLAIMS_EACH))
      ended.push([claim, await chain.bundle(claim, claim.end)]);
  const others = [...held, ...ended].map(([, bundle]) => bundle);
  const bent = [...firstOfEach(held), ...firstOfEach(ended)];
  for (const [at, [{ id, subject, object }, bundle]] of bent.entries()) {
    const strangers = innocents.filter((one) => one !== subject && one !== object);
    const begun = {
      chain,
      bundle,
      others,
      innocents: ALL_INNOCENTS ? strangers : [strangers[at % strangers.length]!],
    };
    for (const lie of LIES) for await (const forgery of lie(begun)) await tally.add(id, forgery);
  }
  for (const [{ id }, bundle] of firstOfEach(ended))
    for await (const forgery of outlived(chain, bundle)) await tally.add(id, forgery);
  const subjects = [...new Set(chain.claims.map(({ subject }) => subject))];
  for await (const forgery of omissions(chain, subjects)) await tally.add(forgery.id, forgery);
  for await (const forgery of laterKeys(chain, subjects)) await tally.add(forgery.id, forgery);
  const named = held.find(([{ id }]) => id === 'identity:ens_primary_name')!;
  for (const victim of nameless)
    for await (const forgery of madeUpNames(chain, named[1], victim)) await tally.add(named[0].id, forgery);
  return tally;
}

function firstOfEach(
  all: readonly (readonly [TrueClaim, Bundle])[],
): readonly (readonly [TrueClaim, Bundle])[] {
  return all.filter(
    ([{ id }], at) => all.slice(0, at).filter(([other]) => other.id === id).length < BENT_EACH,
  );
}

/** Claims by definition, different subjects first: many claims of one address are alike. */
function byDefinition(claims: readonly TrueClaim[]): readonly (readonly TrueClaim[])[] {
  const found = new Map<string, Map<string, TrueClaim>>();
  for (const claim of claims) {
    const subjects = found.get(claim.id) ?? new Map<string, TrueClaim>();
    found.set(claim.id, subjects);
    if (!subjects.has(claim.subject)) subjects.set(claim.subject, claim);
  }
  return [...found.values()].map((subjects) => [...subjects.values()]);
}
