/** The ports that the service will listen on. */
export class Ports {
  constructor(
    readonly api: number,
    /** Port of the pay address; absent where single calls are not sold. */
    readonly pay?: number,
  ) {}
}
