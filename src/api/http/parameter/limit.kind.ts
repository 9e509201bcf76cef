import { limitOutOfRange } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

/** Largest number of rows, from 1 to `max`; `preset` when not given. An empty value is not "not given". */
export function limit(max: number, preset: number): ParameterKind<number> {
  return {
    description: `At most this many rows, 1 to ${max}.`,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: max, default: preset },
    kind: 'limit',
    invalidReason: 'limit_out_of_range',
    read(text, name) {
      if (text === undefined) return preset;
      const rows = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0;
      if (rows < 1 || rows > max) throw limitOutOfRange(name, text, 1, max);
      return rows;
    },
  };
}
