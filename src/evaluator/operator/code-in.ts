import type { Check } from '../../definition/catalog/definition.js';
import { bindingRef } from './binding-ref.js';
import type { CompiledCheck, Parts } from './operator.js';
import { FAILS } from './outcome.js';

/** A check that one field of an address's code is in a binding. */
export function codeIn(check: Check, { register }: Parts, field: 'hash' | 'fingerprint'): CompiledCheck {
  const binding = check.binding!;
  const expected = { binding };
  const { held } = register();
  return {
    expected,
    judge: (moment) => {
      const holding = held(moment);
      if (typeof holding === 'symbol') return holding;
      const key = typeof holding?.value === 'object' ? holding.value[field] : undefined;
      if (key === undefined) return FAILS;
      const membership = moment.view.membership(binding, key);
      if (!('held' in membership)) return FAILS;
      const { start, evidence, value, tx } = holding!;
      const { version, from, fields } = membership.held;
      return {
        expected,
        observed: key,
        start: Math.max(start, from),
        since: start,
        evidence: [...evidence, bindingRef(binding, version)],
        bindingVersion: version,
        value,
        fields,
        tx,
      };
    },
  };
}
