/** Servers that the service runs itself and cannot do without. It is unhealthy while one of them is down. */
export class OwnServers {
  /** @param away names of the servers that are down */
  constructor(readonly away: () => readonly string[]) {}
}
