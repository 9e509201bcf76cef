import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** A node that blocks were read from. */
export interface NodeHost {
  readonly host: string;
  /** First and last UTC day on which a process that reads from the node started, such as `2026-11-21`. */
  readonly first: string;
  readonly last: string;
}

const ALL = `
SELECT host, to_char(first AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first, to_char(last AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last
FROM node_host ORDER BY host COLLATE "C"`;

/** The nodes that blocks of this database were read from, as far as processes noted them. */
@Injectable()
export class NodeHostReader {
  constructor(private readonly pool: Pool) {}

  /** Ascending by host. */
  async all(): Promise<readonly NodeHost[]> {
    const { rows } = await this.pool.query<NodeHost>({ name: 'node hosts', text: ALL });
    return rows;
  }
}
