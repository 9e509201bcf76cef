import { isRisk } from '../../src/api/screening/risk.js';
import { claimValue } from './claim-value.js';

/** A claim as the sentence needs it. */
export interface StatedClaim {
  readonly id: string;
  readonly title: string;
  readonly value?: string;
}

export interface StatedRelation extends StatedClaim {
  readonly counterpart: string;
  /** When it began, as text. */
  readonly since?: string;
}

/** A piece of the sentence: a text, or an address to link to. */
export type Piece = string | { readonly address: string };

/** Kinds, the most telling first. */
const KINDS: readonly (readonly [id: string, says: string])[] = [
  ['role:mixer_pool', 'A pool of a mixer'],
  ['role:safe_wallet', 'A Safe wallet'],
  ['asset:lp_token', 'A pool of an exchange whose shares are a token'],
  ['role:dex_pool', 'A pool of an exchange'],
  ['asset:erc4626', 'An ERC-4626 vault'],
  ['asset:wrapped_native', 'The wrapped native coin'],
  ['asset:erc777', 'An ERC-777 token'],
  ['asset:erc20', 'An ERC-20 token'],
  ['asset:erc721', 'An ERC-721 collection'],
  ['asset:erc1155', 'An ERC-1155 collection'],
  ['role:governor', 'A governor'],
  ['role:timelock', 'A timelock'],
  ['role:smart_account_4337', 'A smart account (ERC-4337)'],
  ['role:paymaster', 'A paymaster'],
  ['role:pool_hooks', 'The hooks of a pool'],
  ['role:deposit_contract', 'The deposit contract of validators'],
  ['proxy:diamond', 'A diamond proxy'],
  ['derived:account_type:proxy', 'A proxy'],
  ['role:factory', 'A factory of contracts'],
  ['address_nature:precompile', 'A precompile of the protocol'],
  ['address_nature:system_contract', 'A contract of the protocol'],
  ['address_nature:selfdestructed', 'A destroyed contract'],
  ['address_nature:contract', 'A contract'],
  ['address_nature:eoa_delegated_7702', 'An externally owned account that delegates (EIP-7702)'],
  ['address_nature:eoa', 'An externally owned account'],
];

interface Phrase {
  readonly ids: readonly string[];
  readonly one: string;
  /** Of several counterparts; the same as of one when left out. */
  readonly several?: string;
  /** What follows the counterparts. */
  readonly end?: (found: readonly StatedRelation[]) => string;
}

/** Of owners, each has the number of those who must act together for its value. */
const ofWhom = (found: readonly StatedRelation[]): string => {
  const [{ id, value }] = found as [StatedRelation];
  return found.length > 1 && value !== undefined ? `, of whom ${claimValue(id, value)}` : '';
};

const PHRASES: readonly Phrase[] = [
  { ids: ['relation:pool_token0', 'relation:pool_token1'], one: 'for the token', several: 'for the tokens' },
  { ids: ['relation:owned_by'], one: 'owned by' },
  { ids: ['relation:pending_owner'], one: 'offered to' },
  { ids: ['relation:default_admin'], one: 'with the default admin', several: 'with the default admins' },
  { ids: ['relation:ward'], one: 'with the ward', several: 'with the wards' },
  { ids: ['relation:authority'], one: 'with the authority' },
  { ids: ['relation:vesting_beneficiary'], one: 'paying out to' },
  { ids: ['relation:timelock_admin'], one: 'with the admin' },
  { ids: ['relation:proxy_admin'], one: 'administered by' },
  { ids: ['relation:safe_owner'], one: 'with the owner', several: 'with the owners', end: ofWhom },
  { ids: ['relation:multisig_owner'], one: 'with the owner', several: 'with the owners', end: ofWhom },
  {
    ids: ['relation:safe_module'],
    one: 'with the module',
    several: 'with the modules',
    end: ({ length }) => `, which need${length > 1 ? '' : 's'} no signature`,
  },
  { ids: ['relation:safe_guard'], one: 'with the guard' },
  { ids: ['relation:safe_fallback_handler'], one: 'with the fallback handler' },
  { ids: ['relation:vault_asset'], one: 'for the asset' },
  { ids: ['relation:lending_asset'], one: 'for deposits of' },
  { ids: ['relation:royalty_receiver'], one: 'with royalties for' },
  { ids: ['relation:uses_beacon'], one: 'asking the beacon' },
  { ids: ['relation:implemented_by'], one: 'running the code of' },
  { ids: ['relation:delegates_to'], one: 'delegating to' },
];

const ABILITIES: Readonly<Record<string, string>> = {
  'control:ownership_renounced': 'has no owner',
  'control:access_control': 'grants roles',
  'token:paused': 'is paused',
  'token:pausable': 'can be paused',
  'token:blacklistable': 'can exclude accounts',
  'token:mintable_observed': 'was minted after its creation',
  'token:upgradeable': 'can be upgraded',
};

const IMITATION = 'risk:impersonates_asset';

/** Risks of which the value says more than the title. */
const BY_VALUE: Readonly<Record<string, (value: string | undefined) => string>> = {
  [IMITATION]: (symbol) => `Imitates ${symbol ?? 'a well-known asset'}`,
  'risk:frozen_by_issuer': (symbol) => `Frozen by the issuer of ${symbol ?? 'a coin'}`,
};

const RISKS: Readonly<Record<string, string>> = {
  'risk:sanctioned_ofac': 'Sanctioned by OFAC',
  'risk:usdc_blacklisted': 'Excluded by USDC',
  'risk:usdt_blacklisted': 'Excluded by USDT',
  'role:mixer_pool': 'Listed as a pool of a mixer',
  'risk:mixer_depositor': 'Deposited into a mixer',
};

/** At most this many counterparts of a kind are named. */
const NAMED = 2;

/** What points to risk, in words, the gravest first; empty where nothing proven does. */
export function risksOf<Claim extends StatedClaim>(
  attributes: readonly Claim[],
): readonly { readonly claim: Claim; readonly says: string }[] {
  const order = [IMITATION, ...Object.keys(RISKS), 'risk:frozen_by_issuer'];
  const place = (id: string) => order.indexOf(id) + 1 || order.length + 1;
  return attributes
    .filter(({ id }) => isRisk(id))
    .toSorted((one, other) => place(one.id) - place(other.id))
    .map((claim) => ({
      claim,
      says: BY_VALUE[claim.id]?.(claim.value) ?? RISKS[claim.id] ?? claim.title,
    }));
}

/** What the address is, by whom it is controlled and what it can do, in the order kind, control, abilities. */
export function kindSentence(
  attributes: readonly StatedClaim[],
  relations: readonly StatedRelation[],
): readonly Piece[] {
  const held = new Set(attributes.map(({ id }) => id));
  const kind = KINDS.find(([id]) => held.has(id))?.[1];
  if (kind === undefined) return ['Nothing is proven of what this address is.'];
  const pieces: Piece[] = [kind];
  for (const { ids, one, several = one, end } of PHRASES) {
    const found = ids.flatMap((id) => relations.filter((relation) => relation.id === id));
    if (found.length === 0) continue;
    pieces.push(`, ${found.length > 1 ? several : one} `);
    for (const [at, { counterpart, since }] of found.slice(0, NAMED).entries()) {
      if (at > 0) pieces.push(', ');
      pieces.push({ address: counterpart });
      if (since !== undefined && found.length === 1) pieces.push(` since ${since}`);
    }
    if (found.length > NAMED) pieces.push(` and ${found.length - NAMED} more`);
    if (end) pieces.push(end(found));
  }
  const abilities = Object.keys(ABILITIES)
    .filter((id) => held.has(id) && !(id === 'token:pausable' && held.has('token:paused')))
    .map((id) => ABILITIES[id]!);
  pieces.push('.');
  if (abilities.length > 0) pieces.push(` It ${listed(abilities)}.`);
  return pieces;
}

function listed(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
