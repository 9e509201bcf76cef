import { hostNotAllowed } from '../refusal/access-refusals.js';
import { Access, type Admission, type Requester } from './access.js';
import { asksOwnHost } from './asked-host.js';

const ADMITTED: Admission = {};

/** Everything is open to everybody who reaches the service by its own name: for one that only its own user can reach. */
export class OpenAccess extends Access {
  /** @param names of the service, beside its addresses, in lower case. */
  constructor(private readonly names: ReadonlySet<string> = new Set()) {
    super();
  }

  admit({ host }: Requester): Admission {
    return asksOwnHost(host, this.names) ? ADMITTED : { refusal: hostNotAllowed() };
  }
}
