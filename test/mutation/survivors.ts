const SAME_CHECK = 'the other family has the same check, and is undecided by it';
const HAS_VALUE = 'the check fails where the claim has no value, and no protocol has an empty name';
const CODE_OR_DELEGATE = 'at one account there is a contract, or it delegates, so that both never hold';
const NO_FUNCTION = 'an EIP-1167 clone has no code of its own that has a function, so that both never hold';
const NO_OWN_CODE = 'its own code has the function, or has not, so that both never hold';
const NO_CLONE = 'it is a minimal clone, or it is none, so that both never hold';
const OTHER_BENEFICIARY = 'one holds where beneficiary() returns an address, the other where it returns none';
const BY_SLOT = 'what is observed of by_slot is the implementation';

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
    'delegated: family comes before own_code': NO_OWN_CODE,
    'events: family comes before delegated':
      'where delegated holds paused() returns a truth value, so that events fails',
    'events/state: latest becomes exists':
      'The register has no value but "true": what does not pause the contract clears it.',
  },
  'token:pausable': {
    'clone_pause_function: family comes before pause_function': NO_FUNCTION,
  },
  'relation:owned_by': { 'clone: family comes before own_code': NO_FUNCTION },
  'relation:pending_owner': { 'clone: family comes before own_code': NO_FUNCTION },
  'control:ownable': { 'clone: family comes before own_code': NO_FUNCTION },
  'relation:has_role_holder': { 'clone: family comes before own_code': NO_FUNCTION },
  'relation:default_admin': {
    'named_clone: family comes before named_own_code': NO_FUNCTION,
    'granted_clone: family comes before granted_own_code': NO_FUNCTION,
  },
  'relation:safe_module': {
    'paginated: family comes before enabled':
      'paginated holds where isModuleEnabled() returns no truth value, and enabled where it does',
    'listed: family comes before paginated':
      'listed holds where getModulesPaginated returns no list, and paginated where it does',
  },
  'control:ownership_renounced': {
    'clone_of_code_that_runs_no_other: family comes before own_code': NO_FUNCTION,
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
  'relation:authority': {
    'own_code/decides: at becomes object': 'the object is authority',
    'delegated/decides: at becomes object': 'the object is authority',
    'delegated: family comes before own_code': NO_OWN_CODE,
  },
  'relation:vesting_beneficiary': {
    'own_owner: family comes before own_beneficiary': OTHER_BENEFICIARY,
    'delegated_beneficiary: family comes before own_owner': OTHER_BENEFICIARY,
    'delegated_owner: family comes before delegated_beneficiary': OTHER_BENEFICIARY,
  },
  'relation:royalty_receiver': { 'delegated: family comes before own_code': NO_OWN_CODE },
  'relation:deployed_via_factory': {
    'deployed_via_factory/factory: of becomes object': 'the object is created.creator',
  },
  'proxy:diamond': {
    'delegating_account: family comes before diamond': CODE_OR_DELEGATE,
    'diamond/cut: candidates is removed': SAME_CHECK,
    'delegating_account/cut: candidates is removed': SAME_CHECK,
    'clone: family comes before delegating_account': NO_CLONE,
    'clone_delegating_account: family comes before clone': CODE_OR_DELEGATE,
    'clone/cut: candidates is removed': SAME_CHECK,
    'clone_delegating_account/cut: candidates is removed': SAME_CHECK,
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
  'relation:lending_asset': {
    'aave_v3/provider: at becomes market': 'what is observed of market is the pool',
    'aave_v2/provider: at becomes market': 'what is observed of market is the pool',
    'compound_v2/listed: at becomes market': 'what is observed of market is the comptroller',
  },
  'relation:frozen_by': {
    'frozen_by/coin: of becomes object': 'the object is state.key',
    'unindexed/coin: of becomes object': 'the object is state.key',
    'unindexed: family comes before frozen_by':
      'a coin has events of one form, so that both never hold for it',
  },
  'token:permit': { 'clone_eip2612: family comes before dai': NO_FUNCTION },
};
