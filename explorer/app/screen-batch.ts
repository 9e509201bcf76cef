import { type Data, get, Refused } from './service.js';

type Screening = Data<'screening'>;

/** An address with its risks. */
export interface ScreenedAddress {
  readonly address: string;
  readonly kind: string;
  readonly risks: Screening['addresses'][number]['risks'];
  /** Ids of definitions that are undecided. */
  readonly undecided: readonly string[];
  /** Why nothing could be asked. */
  readonly failure?: string;
}

/** The addresses of one call. */
export interface ScreenedBatch {
  readonly rows: readonly ScreenedAddress[];
  /** Absent where nothing could be asked. */
  readonly answer?: Pick<Screening, 'block' | 'coveredFromBlock' | 'lists'>;
}

/** Screens addresses by one call. If it fails, each row has the reason. @param block undefined for the newest */
export async function screenBatch(
  addresses: readonly string[],
  block: number | undefined,
): Promise<ScreenedBatch> {
  try {
    const query = { addresses: addresses.join(','), ...(block !== undefined && { block }) };
    const found = await get('screening', { query });
    const rows = found.addresses.map(
      ({ address, nature, risks, undecided }): ScreenedAddress => ({
        address,
        kind: nature ?? 'not proven',
        risks,
        undecided,
      }),
    );
    return { rows, answer: found };
  } catch (error) {
    const message = error instanceof Refused ? error.refusal.message : (error as Error).message;
    return {
      rows: addresses.map((address) => ({
        address,
        kind: '',
        risks: [],
        undecided: [],
        failure: message,
      })),
    };
  }
}
