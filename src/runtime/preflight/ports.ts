/** The ports that the service will listen on. */
export class Ports {
  constructor(
    readonly api: number,
    /** Of the pay address; absent where single calls are not sold. */
    readonly pay?: number,
  ) {}
}
