import { MalformedField } from '../../domain/chain/codec/malformed-field.js';

/** Reads one element of a list. Errors about malformed fields name the element's place. */
export function locate<T extends object, R>(place: string, element: T, read: (element: T) => R): R {
  if (element === null || typeof element !== 'object') throw new MalformedField(place, 'is not an object');
  try {
    return read(element);
  } catch (error) {
    if (error instanceof MalformedField) throw new MalformedField(`${place}.${error.field}`, error.problem);
    throw error;
  }
}
