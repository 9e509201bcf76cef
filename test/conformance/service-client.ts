/** A JSON answer of the service, of any form. */
// biome-ignore lint/suspicious/noExplicitAny: records are looked at by field, whatever they are
export type Data = any;

/** Asks the running service. */
export class ServiceClient {
  /** @param key of the highest plan; needed unless access is open */
  constructor(
    private readonly baseUrl: string,
    private readonly key = '',
  ) {}

  /** `data` of a path below the chain; `undefined` for a refusal. */
  async data(path: string): Promise<Data | undefined> {
    const response = await fetch(`${this.baseUrl}/api/v1/chains/1/${path}`, {
      headers: { 'x-api-key': this.key },
    });
    return response.ok ? ((await response.json()) as { data: Data }).data : undefined;
  }

  /** Ids of the operations that the service lists as implemented. */
  async operations(): Promise<readonly string[]> {
    const response = await fetch(`${this.baseUrl}/openapi.json`);
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    return Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId }) => operationId ?? []);
  }
}
