import { Refuted } from './finding.js';

/** What `decode` gives. @throws Refuted at a place whose bytes it cannot read */
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
