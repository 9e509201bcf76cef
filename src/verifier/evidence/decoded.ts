import { Refuted } from './finding.js';

/** The result of `decode`. @throws Refuted, with the place, if it cannot decode the bytes */
export function decoded<T>(place: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Refuted) throw error;
    if (error instanceof Error && (error.name === 'MalformedField' || error.name === 'MissingNode'))
      throw new Refuted(place, `cannot be read: ${error.message}`);
    throw error;
  }
}
