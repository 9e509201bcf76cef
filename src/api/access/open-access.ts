import { Access, type Admission } from './access.js';

const ADMITTED: Admission = {};

/** Everything is open to everybody: for a service that only its own user can reach. */
export class OpenAccess extends Access {
  admit(): Admission {
    return ADMITTED;
  }
}
