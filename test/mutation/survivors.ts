const SAME_CHECK = 'the other family has the same check, and is undecided by it';
const HAS_VALUE = 'the check fails where the claim has no value, and no protocol has an empty name';
const CODE_OR_DELEGATE = 'at one account there is a contract, or it delegates, so that both never hold';
const NO_FUNCTION = 'an EIP-1167 clone has no code of its own that has a function, so that both never hold';
const BY_SLOT = 'what is observed of by_slot is the implementation';
const NOT_BOTH = 'an EIP-1167 clone has no code of its own that reads a slot, so that both never hold';

/** Mutants that no case can distinguish from the definition, with the reason, by definition and name. */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'address_nature:system_contract': {
    'system_contract/live_code: of becomes listed':
      'the check before looks up the subject, so that what it observed is the subject',
  },
  'role:dex_pool': {
    'bound_v2/named: at becomes protocol': 'what is observed of protocol is the factory',
    'bound_v3/named: at becomes protocol': 'what is observed of protocol is the factory',
    'unbound_v2: family comes before bound_v3':
      'where both hold the factory is a known one and names the pair, so that bound_v2, which comes before both, holds',
  },
  'asset:lp_token': { 'lp_token/bound: expected changed': HAS_VALUE },
  'derived:account_type:pool': { 'pool/bound: expected changed': HAS_VALUE },
  'proxy:eip1967_beacon': {
    'eip1967_beacon/answer: at becomes asked': 'what is observed of asked is the beacon',
  },
  'token:paused': {
    'delegated_of_account: family comes before delegated': CODE_OR_DELEGATE,
    'events: family comes before delegated_of_account':
      'where delegated_of_account holds paused() returns a truth value, so that events fails',
    'events/state: latest becomes exists':
      'The register has no value but "true": what does not pause the contract clears it.',
  },
  'token:pausable': {
    'clone_pause_function_of_account: family comes before clone_pause_function': CODE_OR_DELEGATE,
    'delegated_pause_function: family comes before clone_pause_function_of_account': CODE_OR_DELEGATE,
    'delegated_pause_function_of_account: family comes before delegated_pause_function': CODE_OR_DELEGATE,
    'clone_pause_function: family comes before pause_function': NO_FUNCTION,
  },
  'relation:owned_by': {
    'proxy_of_account: family comes before proxy': CODE_OR_DELEGATE,
    'clone_of_account: family comes before clone': CODE_OR_DELEGATE,
    'clone: family comes before proxy_of_account': NOT_BOTH,
  },
  'relation:pending_owner': {
    'proxy_of_account: family comes before proxy': CODE_OR_DELEGATE,
    'clone_of_account: family comes before clone': CODE_OR_DELEGATE,
    'clone: family comes before proxy_of_account': NOT_BOTH,
  },
  'relation:default_admin': {
    'named_proxy_of_account: family comes before named_proxy': CODE_OR_DELEGATE,
    'named_clone_of_account: family comes before named_clone': CODE_OR_DELEGATE,
    'granted_proxy_of_account: family comes before granted_proxy': CODE_OR_DELEGATE,
    'granted_clone_of_account: family comes before granted_clone': CODE_OR_DELEGATE,
    'named_clone: family comes before named_proxy_of_account': NOT_BOTH,
    'granted_clone: family comes before granted_proxy_of_account': NOT_BOTH,
    'granted_own_code: family comes before named_clone_of_account': NO_FUNCTION,
  },
  'relation:safe_module': {
    'paginated: family comes before enabled':
      'paginated holds where isModuleEnabled() returns no truth value, and enabled where it does',
    'listed: family comes before paginated':
      'listed holds where getModulesPaginated returns no list, and paginated where it does',
  },
  'control:ownable': {
    'proxy_of_account: family comes before proxy': CODE_OR_DELEGATE,
    'clone_of_account: family comes before clone': CODE_OR_DELEGATE,
    'clone: family comes before proxy_of_account': NOT_BOTH,
  },
  'control:ownership_renounced': {
    'clone: family comes before own_code': NO_FUNCTION,
  },
  'relation:has_role_holder': {
    'proxy_of_account: family comes before proxy': CODE_OR_DELEGATE,
    'clone_of_account: family comes before clone': CODE_OR_DELEGATE,
    'clone: family comes before proxy_of_account': NOT_BOTH,
  },
  'relation:beacon_implementation': {
    'used/announced: candidates is removed': SAME_CHECK,
    'used/as_answered: with becomes object': 'the object is answer',
    'used: object becomes as_answered': 'what is observed of as_answered is answer',
    'used_by_another/announced: candidates is removed': SAME_CHECK,
    'used_by_another/as_answered: with becomes object': 'the object is answer',
    'used_by_another: object becomes as_answered': 'what is observed of as_answered is answer',
  },
  'relation:uses_beacon': {
    'uses_beacon/answer: at becomes object': 'the object is delegation.beacon',
    'uses_beacon/not_itself: of becomes object': 'the object is delegation.beacon',
  },
  'risk:impersonates_asset': {
    'symbol/transfer: candidates is removed': SAME_CHECK,
    'name/transfer: candidates is removed': SAME_CHECK,
    'symbol_encoded/transfer: candidates is removed': SAME_CHECK,
    'name_encoded/transfer: candidates is removed': SAME_CHECK,
  },
  'token:upgradeable': {
    'diamond/from_a_slot: length becomes gte':
      'a slot, where there is one, has 32 bytes, and is a number above 32',
    'slot/from_a_slot: length becomes gte':
      'a slot, where there is one, has 32 bytes, and is a number above 32',
    'derived/from_elsewhere: length becomes gte': 'an account has 20 bytes, and is a number above 20',
  },
  'derived:account_type:proxy': {
    'delegating_account: family comes before delegation': CODE_OR_DELEGATE,
  },
  'relation:implemented_by': {
    'delegation/target_code: of becomes object': 'the object is delegation',
    'delegation/not_itself: of becomes object': 'the object is delegation',
    'delegation: object becomes not_itself': 'what is observed of not_itself is delegation',
    'delegating_account/account: of becomes object': 'the object is delegation',
    'delegating_account: family comes before delegation': CODE_OR_DELEGATE,
    'last/last_code: of becomes object': 'the object is delegation.last',
    'last/not_itself: of becomes object': 'the object is delegation.last',
    'last: family comes before delegating_account': 'they have different objects',
    'last_delegating_account/account: of becomes object': 'the object is delegation.last',
    'last_delegating_account: family comes before last': CODE_OR_DELEGATE,
  },
  'relation:deployed_via_factory': {
    'deployed_via_factory/factory: of becomes object': 'the object is created.creator',
  },
  'asset:erc4626': {
    'delegated_of_account: family comes before delegated': CODE_OR_DELEGATE,
  },
  'proxy:diamond': {
    'delegating_account: family comes before diamond': CODE_OR_DELEGATE,
    'diamond/cut: candidates is removed': SAME_CHECK,
    'delegating_account/cut: candidates is removed': SAME_CHECK,
  },
  'proxy:eip1167': {
    'delegating_account: family comes before eip1167': CODE_OR_DELEGATE,
  },
  'proxy:eip1822': {
    'delegating_account: family comes before eip1822': CODE_OR_DELEGATE,
    'eip1822/target_code: of becomes by_slot': BY_SLOT,
    'delegating_account/account: of becomes by_slot': BY_SLOT,
  },
  'proxy:eip1967': {
    'delegating_account: family comes before eip1967': CODE_OR_DELEGATE,
    'eip1967/target_code: of becomes by_slot': BY_SLOT,
    'delegating_account/account: of becomes by_slot': BY_SLOT,
  },
  'proxy:oz_v1': {
    'delegating_account: family comes before oz_v1': CODE_OR_DELEGATE,
    'oz_v1/target_code: of becomes by_slot': BY_SLOT,
    'delegating_account/account: of becomes by_slot': BY_SLOT,
  },
  'token:authorizations': {
    'delegated_of_account: family comes before delegated': CODE_OR_DELEGATE,
  },
  'relation:lending_asset': {
    'aave_v3/provider: at becomes market': 'what is observed of market is the pool',
    'aave_v2/provider: at becomes market': 'what is observed of market is the pool',
    'compound_v2/listed: at becomes market': 'what is observed of market is the comptroller',
  },
  'relation:frozen_by': { 'frozen_by/coin: of becomes object': 'the object is state.key' },
  'relation:ward': {
    'delegated_of_account: family comes before delegated': CODE_OR_DELEGATE,
  },
  'token:permit': {
    'eip1967_eip2612_of_account: family comes before eip1967_eip2612': CODE_OR_DELEGATE,
    'oz_v1_eip2612_of_account: family comes before oz_v1_eip2612': CODE_OR_DELEGATE,
    'clone_eip2612: family comes before oz_v1_eip2612_of_account': NOT_BOTH,
    'clone_eip2612_of_account: family comes before clone_eip2612': CODE_OR_DELEGATE,
  },
};
