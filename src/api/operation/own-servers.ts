/** The servers that the service runs itself and cannot do without: it is unhealthy while one of them is away. */
export class OwnServers {
  /** @param away names those that do not run now */
  constructor(readonly away: () => readonly string[]) {}
}
