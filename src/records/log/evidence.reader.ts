import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { unpackWords } from '../../domain/chain/codec/packed-words.js';
import type { Address, Hash, Hex } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type PackedTopics, unpackedTopics } from './unpacked-topics.js';

/** The place of evidence: a block, a transaction in it, a log in that. */
export interface EvidencePlace {
  readonly blockHash: Hash;
  readonly txIndex?: number;
  /** Index of a log in its transaction. */
  readonly logIndex?: number;
}

export interface FoundEvidence {
  readonly headNumber: number;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Number of withdrawals in the block. */
  readonly withdrawalCount: number;
  /** Null where there is no such transaction, or none was asked for. */
  readonly txHash: Hash | null;
  readonly emitter: Address | null;
  /** Index in the block; null where there is no such log, or none was asked for. */
  readonly logIndex: number | null;
  readonly topics: readonly Hash[];
  readonly data: Hex | null;
}

type FoundRow = Omit<FoundEvidence, 'topics'> & PackedTopics & MissingRow;

const AT_PLACE = `
SELECT head.number AS "headNumber", block.number AS "blockNumber", block.timestamp, block.withdrawal_count AS "withdrawalCount", tx.hash AS "txHash", log.address AS emitter,
       log.log_index AS "logIndex", log.topic0, log.topic1, log.topic2, log.topic3, log.packed_data AS data,
       gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN block ON block.hash = $1
LEFT JOIN LATERAL transaction_at(block.number, $2) tx ON true
LEFT JOIN LATERAL log_at(block.number, $2, $3) log ON true
LEFT JOIN LATERAL first_gap(CASE WHEN block.number IS NULL THEN ARRAY['blocks'] END, $4, head.number) gap ON true
WHERE head.number IS NOT NULL`;

/** Finds what evidence refs of proofs point to. */
@Injectable()
export class EvidenceReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} where no stored block has the hash, with the lowest gap that may hold it
   */
  async at(
    { blockHash, txIndex, logIndex }: EvidencePlace,
    firstBlock: number,
    database: Pool | PoolClient = this.pool,
  ): Promise<FoundEvidence> {
    const { rows } = await database.query<FoundRow>({
      name: 'evidence at place',
      text: AT_PLACE,
      values: [fromHex(blockHash), txIndex ?? null, logIndex ?? null, firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if ((row.blockNumber as number | null) === null) throw NotCovered.record(row);
    const { data } = row;
    return { ...row, topics: unpackedTopics(row), data: data && unpackWords(data) };
  }
}
