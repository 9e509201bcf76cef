/** URL at which callers reach the service: absolute, without a trailing slash. */
export class PublicUrl {
  readonly value: string;

  constructor(url: string) {
    this.value = new URL(url).href.replace(/\/$/, '');
  }
}
