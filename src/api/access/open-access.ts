import { hostNotAllowed } from '../refusal/access-refusals.js';
import { Access, type Admission, type Requester } from './access.js';
import { asksOwnHost } from './asked-host.js';

const ADMITTED: Admission = {};

/** Everything is open to everybody who reaches the service by its own name: for one that only its own user can reach. */
export class OpenAccess extends Access {
  /** The last one that was found to be the service's own: nearly all callers ask for one name, and to read it costs as much as to read the path. */
  #ownHost: string | undefined;

  /** @param names of the service, beside its addresses, in lower case. */
  constructor(private readonly names: ReadonlySet<string> = new Set()) {
    super();
  }

  admit({ host }: Requester): Admission {
    if (host !== undefined && host === this.#ownHost) return ADMITTED;
    if (!asksOwnHost(host, this.names)) return { refusal: hostNotAllowed() };
    this.#ownHost = host;
    return ADMITTED;
  }
}
