import type { PoolClient } from 'pg';
import { pushLimitsDown } from './push-limits-down.js';

/**
 * Functions in SQL that read tables. The planner copies their text into the calling statement, and a cluster
 * refuses most of the statements that result. As PL/pgSQL they run by themselves. A name that could be a
 * column or a parameter is a column, as in SQL.
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
  // The functions read tables of the coordinator, too, and run only there.
  await tx.query('SET LOCAL citus.enable_ddl_propagation = off');
  const { rows } = await tx.query<{ statement: string }>(CONVERTED);
  for (const { statement } of rows) await tx.query(statement);
  await pushLimitsDown(tx);
}
