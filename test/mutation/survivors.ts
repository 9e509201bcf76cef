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
    'own_code: object becomes owner.value': 'what it observed is the value',
    'proxy: object becomes owner.value': 'what it observed is the value',
    'clone: object becomes owner.value': 'what it observed is the value',
    'clone: family comes before proxy':
      'an EIP-1167 clone has no code of its own that reads a slot, so that both never hold',
  },
  'relation:beacon_implementation': {
    'beacon_implementation/target_code: of becomes object': 'the object is upgraded.value',
  },
  'relation:deployed_via_factory': {
    'deployed_via_factory/factory: of becomes object': 'the object is created.creator',
  },
};
