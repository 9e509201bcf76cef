import { hostNotAllowed } from '../refusal/access-refusals.js';
import { Access, type Admission, type Requester } from './access.js';
import { asksOwnHost } from './asked-host.js';

const ADMITTED: Admission = {};

/**
 * Everything is open to all who reach the service by its own name. For a service that only its own user can
 * reach.
 */
export class OpenAccess extends Access {
  /**
   * The last host that was found to be the service's own. Nearly all callers use the same one, and checking
   * it costs as much as reading the path.
   */
  #ownHost: string | undefined;

  /** @param names names of the service besides its addresses, in lower case */
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
