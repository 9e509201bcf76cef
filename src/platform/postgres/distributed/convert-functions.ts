import type { PoolClient } from 'pg';
import { pushLimitsDown } from './push-limits-down.js';

/**
 * Functions in SQL that read tables, whose text the planner copies into the asking statement: a cluster refuses most statements that come
 * of it. As PL/pgSQL they run by themselves. A name stands for a column where it could be a parameter, too, as it does in SQL.
 */
const CONVERTED = `
SELECT format('CREATE OR REPLACE FUNCTION %I(%s) RETURNS %s LANGUAGE plpgsql STABLE %s AS %L', proname,
         pg_get_function_arguments(pg_proc.oid), pg_get_function_result(pg_proc.oid),
         (SELECT string_agg('SET ' || replace(setting, '=', ' = '), ' ') FROM unnest(proconfig) setting),
         concat('#variable_conflict use_column', E'\\nBEGIN ',
           CASE WHEN proretset THEN format('RETURN QUERY %s;', body) ELSE format('RETURN (%s);', body) END, ' END')) AS statement
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
CROSS JOIN LATERAL (SELECT regexp_replace(rtrim(prosrc, E' \\n;'), '\\(\\s*SELECT FROM ', '(SELECT 1 FROM ', 'g') AS body) read
WHERE lanname = 'sql' AND provolatile = 's' AND pronamespace = current_schema()::regnamespace
ORDER BY proname`;

export async function convertFunctions(tx: PoolClient): Promise<void> {
  // They read tables of the coordinator, too, and run there alone.
  await tx.query('SET LOCAL citus.enable_ddl_propagation = off');
  const { rows } = await tx.query<{ statement: string }>(CONVERTED);
  for (const { statement } of rows) await tx.query(statement);
  await pushLimitsDown(tx);
}
