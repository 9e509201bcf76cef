import { windowOutOfRange } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

/** Length of a trailing window, from 1 to `max` days; `preset` when not given. An empty value is not "not given". */
export function windowOfDays(max: number, preset: number): ParameterKind<number> {
  return {
    description: `Length of the window in days, 1 to ${max}.`,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: max, default: preset },
    kind: 'range',
    invalidReason: 'window_out_of_range',
    read(text, name) {
      if (text === undefined) return preset;
      const days = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0;
      if (days < 1 || days > max) throw windowOutOfRange(name, text, 1, max);
      return days;
    },
  };
}
