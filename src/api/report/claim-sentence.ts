import { type Html, html } from '../../platform/html/html.js';

/** What a definition states about a subject. `{b}` is the counterpart of a relation. */
export const PHRASES: Readonly<Record<string, string>> = {
  'address_nature:contract': 'is a contract',
  'address_nature:eoa': 'is an externally owned account',
  'address_nature:eoa_delegated_7702': 'is an externally owned account that delegates (EIP-7702)',
  'address_nature:precompile': 'is a precompile of the protocol',
  'address_nature:redeployed': 'has had two contracts with different code, one after the other',
  'address_nature:selfdestructed': 'is a destroyed contract',
  'address_nature:system_contract': 'is a contract of the protocol',
  'asset:erc1155': 'is an ERC-1155 token',
  'asset:erc20': 'is an ERC-20 token',
  'asset:erc4626': 'is an ERC-4626 vault',
  'asset:erc721': 'is an ERC-721 token',
  'asset:erc777': 'is an ERC-777 token',
  'asset:lp_token': 'is a pool of an exchange whose shares are a token',
  'asset:wrapped_native': 'is a known wrapper of the native coin',
  'control:access_control': 'has said at least once that it granted a role',
  'control:ownable': 'has an owner',
  'control:ownership_renounced': 'has no owner, and no code that could be replaced',
  'derived:account_type:contract': 'is a contract of no more specific type',
  'derived:account_type:delegated_eoa': 'is of the type: account with a delegate',
  'derived:account_type:eoa': 'is of the type: externally owned account',
  'derived:account_type:pool': 'is of the type: pool of an exchange',
  'derived:account_type:proxy': 'is of the type: proxy',
  'derived:account_type:smart_wallet': 'is of the type: smart wallet',
  'derived:account_type:token': 'is of the type: token',
  'identity:ens_primary_name': 'has an ENS primary name',
  'identity:listed_name': 'is listed by name in a registry',
  'proxy:diamond': 'is a diamond proxy (EIP-2535)',
  'proxy:eip1167': 'is a minimal clone (EIP-1167)',
  'proxy:eip1822': 'is a proxy (EIP-1822)',
  'proxy:eip1967': 'is a proxy (EIP-1967)',
  'proxy:eip1967_beacon': 'is a beacon proxy (EIP-1967)',
  'proxy:oz_v1': 'is a proxy of the first OpenZeppelin kind',
  'relation:authority': 'asks {b} who may call it',
  'relation:beacon_implementation': 'is a beacon of which a proxy runs the code of {b}',
  'relation:created_by': 'was created by {b}',
  'relation:creation_origin': 'was created in a transaction that {b} signed',
  'relation:default_admin': 'is a contract whose default admin is {b}',
  'relation:delegates_to': 'delegates to {b} (EIP-7702)',
  'relation:deployed_via_factory': 'was deployed by the factory {b}',
  'relation:frozen_by': 'is frozen by the coin {b}',
  'relation:funded_validator_of': 'called the deposit contract with credentials that name {b}',
  'relation:has_role_holder': 'is a contract in which {b} holds roles',
  'relation:implemented_by': 'is a proxy that runs the code of {b}',
  'relation:lending_asset': 'stands for deposits of {b} in a lending market',
  'relation:mixer_deposit': 'deposited into {b}, a pool of a mixer',
  'relation:multisig_owner': 'is a multisig wallet with the owner {b}',
  'relation:owned_by': 'is owned by {b}',
  'relation:pending_owner': 'has offered its ownership to {b}',
  'relation:pool_factory': 'is a pool that the factory {b} names as its own',
  'relation:pool_token0': 'is a pool with the first token {b}',
  'relation:pool_token1': 'is a pool with the second token {b}',
  'relation:proxy_admin': 'is a proxy administered by {b}',
  'relation:royalty_receiver': 'names {b} to be paid royalties',
  'relation:safe_fallback_handler': 'is a Safe with the fallback handler {b}',
  'relation:safe_guard': 'is a Safe with the guard {b}',
  'relation:safe_module': 'is a Safe with the module {b}',
  'relation:safe_owner': 'is a Safe with the owner {b}',
  'relation:timelock_admin': 'is a timelock with the admin {b}',
  'relation:userop_sponsored_by': 'had a user operation paid by {b}',
  'relation:uses_beacon': 'is a proxy that asks the beacon {b} for its code',
  'relation:vault_asset': 'is a vault whose shares stand for {b}',
  'relation:vesting_beneficiary': 'is a wallet that pays out to {b} over time',
  'relation:ward': 'is a contract of which {b} is a ward',
  'risk:frozen_by_issuer': 'is frozen by the issuer of a coin',
  'risk:impersonates_asset': 'imitates a well-known asset',
  'risk:listed_scam': 'is named by a list of scams',
  'risk:mixer_depositor': 'deposited into a pool of a mixer',
  'risk:sanctioned_ofac': 'is named by the sanctions list of OFAC',
  'risk:usdc_blacklisted': 'is excluded by USDC',
  'risk:usdt_blacklisted': 'is excluded by USDT',
  'role:deposit_contract': 'is the deposit contract of validators',
  'role:dex_pool': 'is a pool of an exchange',
  'role:factory': 'has created contracts',
  'role:fee_recipient': 'has received the fees of at least one block',
  'role:governor': 'is a governor',
  'role:mixer_pool': 'is listed as a pool of a mixer',
  'role:paymaster': 'is a paymaster',
  'role:pool_hooks': 'is named as the hooks of a pool',
  'role:safe_wallet': 'is a Safe',
  'role:smart_account_4337': 'is a smart account (ERC-4337)',
  'role:timelock': 'is a timelock',
  'role:validator_withdrawal_address': 'is named as the withdrawal address of a validator',
  'token:authorizations': 'takes transfers by signed authorization (EIP-3009)',
  'token:blacklistable': 'has excluded an account at least once',
  'token:burnable_observed': 'has burned units at least once',
  'token:mintable_observed': 'has minted units after its creation',
  'token:pausable': 'can be paused',
  'token:paused': 'is paused',
  'token:permit': 'accepts permits by signature',
  'token:upgradeable': 'can be upgraded',
};

/** What a value says, where the phrase does not. */
const VALUES: Readonly<Record<string, (value: string) => string>> = {
  'relation:safe_owner': (count) => `${count} must sign`,
  'relation:multisig_owner': (count) => `${count} must confirm`,
  'relation:timelock_admin': (delay) => `delay of ${delay} s`,
  'relation:vesting_beneficiary': (duration) => `over ${duration} s`,
};

/** A claim for a sentence. */
export interface SaidClaim {
  readonly id: string;
  readonly title: string;
  readonly subject: string;
  /** Object of a relation; absent for any. */
  readonly object?: string | undefined;
  readonly value?: string | undefined;
}

/** A claim in words, without a full stop: “A is owned by B”. Definitions without a phrase are named by their titles. */
export function claimSentence({ id, title, subject, object, value }: SaidClaim): Html {
  const other = object === undefined ? html`any address` : html`<code>${object}</code>`;
  const phrase =
    PHRASES[id] ?? (id.startsWith('relation:') ? `has the relation “${title}” to {b}` : `is “${title}”`);
  const [before = '', after] = phrase.split('{b}');
  return html`<code>${subject}</code> ${before}${after === undefined ? '' : html`${other}${after}`}${value === undefined ? '' : html` (<bdi>${VALUES[id]?.(value) ?? value}</bdi>)`}`;
}
