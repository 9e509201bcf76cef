const OBSERVED = 'what a call was observed to return is the value';
const NOT_BOTH = 'an EIP-1167 clone has no code of its own that reads a slot, so that both never hold';

/** Mutants that no case can distinguish from the definition, and why; by definition and name. */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'address_nature:system_contract': {
    'system_contract/live_code: of becomes listed':
      'the check before looks up the subject, so that what it observed is the subject',
  },
  'asset:erc4626': {
    'proxy_deposit: family comes before withdrawal':
      'where both hold there is a deposit and the code itself answers, so that deposit, which comes before both, holds',
    'clone_deposit: family comes before proxy_withdrawal':
      'where both hold there is a deposit and the implementation answers, so that proxy_deposit, which comes before both, holds',
  },
  'token:paused': {
    'paused/state: latest becomes exists':
      'The register has no value but "true": what does not pause the contract clears it.',
  },
  'relation:owned_by': {
    'own_code: object becomes owner.value': OBSERVED,
    'proxy: object becomes owner.value': OBSERVED,
    'clone: object becomes owner.value': OBSERVED,
    'clone: family comes before proxy': NOT_BOTH,
  },
  'relation:pending_owner': {
    'own_code: object becomes pending.value': OBSERVED,
    'proxy: object becomes pending.value': OBSERVED,
    'clone: object becomes pending.value': OBSERVED,
    'clone: family comes before proxy': NOT_BOTH,
  },
  'relation:default_admin': {
    'named_own_code/still: of becomes has.value': OBSERVED,
    'named_proxy/still: of becomes has.value': OBSERVED,
    'named_clone/still: of becomes has.value': OBSERVED,
    'granted_own_code/still: of becomes has.value': OBSERVED,
    'granted_proxy/still: of becomes has.value': OBSERVED,
    'granted_clone/still: of becomes has.value': OBSERVED,
    'named_own_code: object becomes admin.value': OBSERVED,
    'named_proxy: object becomes admin.value': OBSERVED,
    'named_clone: object becomes admin.value': OBSERVED,
    'named_clone: family comes before named_proxy': NOT_BOTH,
    'granted_clone: family comes before granted_proxy': NOT_BOTH,
    'granted_own_code: family comes before named_clone':
      'an EIP-1167 clone has no code of its own that has a function, so that both never hold',
  },
  'control:ownable': {
    'own_code/somebody: of becomes owner.value': OBSERVED,
    'proxy/somebody: of becomes owner.value': OBSERVED,
    'clone/somebody: of becomes owner.value': OBSERVED,
    'clone: family comes before proxy': NOT_BOTH,
  },
  'control:ownership_renounced': {
    'own_code/nobody: of becomes owner.value': OBSERVED,
    'proxy/nobody: of becomes owner.value': OBSERVED,
    'clone/nobody: of becomes owner.value': OBSERVED,
    'clone: family comes before proxy': NOT_BOTH,
  },
  'relation:has_role_holder': {
    'own_code/still: of becomes has.value': OBSERVED,
    'proxy/still: of becomes has.value': OBSERVED,
    'clone/still: of becomes has.value': OBSERVED,
    'clone: family comes before proxy': NOT_BOTH,
  },
  'relation:safe_module': {
    'listed: object becomes module.value': OBSERVED,
    'paginated: object becomes module.value': OBSERVED,
  },
  'relation:safe_owner': {
    'safe_owner: object becomes owner.value': OBSERVED,
    'safe_owner: value becomes threshold.value': OBSERVED,
  },
  'relation:beacon_implementation': {
    'beacon_implementation/target_code: of becomes object': 'the object is upgraded.value',
  },
  'relation:implemented_by': {
    'delegation/target_code: of becomes object': 'the object is delegation',
    'delegation/not_itself: of becomes object': 'the object is delegation',
    'delegation: object becomes not_itself': 'what is observed of not_itself is delegation',
  },
  'relation:deployed_via_factory': {
    'deployed_via_factory/factory: of becomes object': 'the object is created.creator',
  },
};
